// Receiver of callbacks with a check of their signature: Java 17 or later, no library.
//   VOLLEY_SECRET=whsec_… PORT=8082 java ReceiveCallbacks.java
// POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class ReceiveCallbacks {
  static final int BODY_BYTES_MAX = 10_000_000;
  static final int AGE_SECONDS_MAX = 300;
  static final byte[] KEY = Base64.getDecoder().decode(System.getenv("VOLLEY_SECRET").replaceFirst("^whsec_", ""));
  // With a JSON library, parse the body instead.
  static final Pattern EVENT = Pattern.compile("\"(?:callback_event|event)\"\\s*:\\s*\"(\\w+)\"");

  static String header(HttpExchange exchange, String name) {
    var value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  // The signature covers the received bytes, so check them before you parse.
  static boolean isGenuine(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
    var id = header(exchange, "webhook-id");
    var timestamp = header(exchange, "webhook-timestamp");
    if (!timestamp.matches("\\d{1,12}")) return false;
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > AGE_SECONDS_MAX) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    // While a secret is being changed there are two signatures.
    for (var one : header(exchange, "webhook-signature").split(" "))
      if (MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), expected)) return true;
    return false;
  }

  // The messaging API posts an array of events, a dispatch of the partner API one object. Store them and answer; work
  // on them later. A repeated request has the same webhook-id, a repeated event the same event_number.
  static void store(String id, String body) {
    var events = EVENT.matcher(body);
    while (events.find()) System.out.println(id + " " + events.group(1));
  }

  static void handle(HttpExchange exchange) throws IOException {
    var status = 204;
    try {
      var body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX);
      if (!isGenuine(exchange, body)) status = 401;
      else store(header(exchange, "webhook-id"), new String(body, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | RuntimeException error) {
      System.err.println(error);
      status = 500;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  public static void main(String[] arguments) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
    server.createContext("/callbacks", ReceiveCallbacks::handle);
    server.start();
  }
}
