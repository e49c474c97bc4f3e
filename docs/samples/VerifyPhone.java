// Phone verification on the server of a site: Java 17 or later, no library.
//   VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… PORT=8081 java VerifyPhone.java
// POST /phone     {"key": …}, from the page's function: sends the code
// POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

class VerifyPhone {
  record Answer(int status, String text) {}

  interface Handler {
    Answer answer(String body) throws Exception;
  }

  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static final int BODY_BYTES_MAX = 10_000;

  static String askVolley(String call, String json) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("VOLLEY_URL") + "/verifier/widget/" + call))
        .header("Authorization", "Bearer " + System.getenv("VOLLEY_KEY"))
        .header("Content-Type", "application/json")
        .timeout(Duration.ofSeconds(30))
        .POST(HttpRequest.BodyPublishers.ofString(json)).build();
    var response = CLIENT.send(request, BodyHandlers.ofString());
    var isExpected = response.statusCode() == 200 || response.statusCode() == 409; // 409: sent by an earlier try
    if (!isExpected) System.err.printf("widget/%s answered %d: %s%n", call, response.statusCode(), response.body());
    return response.body();
  }

  // A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
  static Answer sendCode(String body) throws Exception {
    var key = find("\"key\"\\s*:\\s*\"([\\w-]{1,200})\"", body);
    if (key.isEmpty()) return new Answer(400, "key is missing");
    askVolley("send", "{\"key\":\"" + key + "\"}");
    return new Answer(204, "");
  }

  // Only this answer proves the number; a report of the browser does not.
  static Answer register(String form) throws Exception {
    var key = find("(?:^|&)phone_verification_key=([\\w-]{1,200})", form);
    var phone = URLDecoder.decode(find("(?:^|&)phone=([^&]*)", form), "UTF-8").replaceAll("[^+0-9]", "");
    var answer = key.isEmpty() ? "" : askVolley("check", "{\"key\":\"" + key + "\",\"destination\":\"" + phone + "\"}");
    if (!find("\"status\"\\s*:\\s*\"(\\w+)\"", answer).equals("CONFIRMED"))
      return new Answer(422, "Confirm your phone number first.");
    return new Answer(200, "Registered with " + phone + "."); // save the customer here
  }

  static String find(String pattern, String text) {
    var found = Pattern.compile(pattern).matcher(text);
    return found.find() ? found.group(1) : "";
  }

  static void handle(HttpExchange exchange, Handler handler) throws IOException {
    Answer answer;
    try {
      answer = handler.answer(new String(exchange.getRequestBody().readNBytes(BODY_BYTES_MAX), "UTF-8"));
    } catch (Exception error) { // the widget shows 350 and offers another try with the same key
      System.err.println(error);
      answer = new Answer(502, "Try again later.");
    }
    var bytes = answer.text().getBytes("UTF-8");
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  public static void main(String[] arguments) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
    server.createContext("/phone", exchange -> handle(exchange, VerifyPhone::sendCode));
    server.createContext("/register", exchange -> handle(exchange, VerifyPhone::register));
    server.start();
  }
}
