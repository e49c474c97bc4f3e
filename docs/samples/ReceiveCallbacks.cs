// Receiver of callbacks with a check of their signature: .NET 10 (dotnet run ReceiveCallbacks.cs), a project of .NET 6
// or later, or Mono (mcs ReceiveCallbacks.cs); no package.
//   VOLLEY_SECRET=whsec_… PORT=8082 dotnet run ReceiveCallbacks.cs
// POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.
using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

static class ReceiveCallbacks
{
    const int AgeSecondsMax = 300;
    static string Setting(string name) => Environment.GetEnvironmentVariable(name);
    static readonly byte[] Key = Convert.FromBase64String(Regex.Replace(Setting("VOLLEY_SECRET"), "^whsec_", ""));

    // With a JSON library, parse the body instead.
    static readonly Regex Event = new Regex("\"(?:callback_event|event)\"\\s*:\\s*\"(\\w+)\"");

    // The signature covers the received bytes, so check them before you parse.
    static bool IsGenuine(HttpListenerRequest request, byte[] body)
    {
        var id = request.Headers["webhook-id"] ?? "";
        var timestamp = request.Headers["webhook-timestamp"] ?? "";
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (!long.TryParse(timestamp, out var seconds) || Math.Abs((double)now - seconds) > AgeSecondsMax) return false;
        using (var hmac = new HMACSHA256(Key))
        {
            var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
            var expected = "v1," + Convert.ToBase64String(hmac.ComputeHash(signed));
            // While a secret is being changed there are two signatures.
            return (request.Headers["webhook-signature"] ?? "").Split(' ').Any(one => AreEqual(one, expected));
        }
    }

    // Takes the same time wherever the texts differ.
    static bool AreEqual(string one, string other)
    {
        if (one.Length != other.Length) return false;
        var difference = 0;
        for (var at = 0; at < one.Length; at++) difference |= one[at] ^ other[at];
        return difference == 0;
    }

    // The messaging API posts an array of events, a dispatch of the partner API one object. Store them and answer; work
    // on them later. A repeated request has the same webhook-id, a repeated event the same event_number.
    static void Store(string id, string body)
    {
        foreach (Match found in Event.Matches(body)) Console.WriteLine($"{id} {found.Groups[1].Value}");
    }

    static async Task<int> Answer(HttpListenerRequest request)
    {
        if (request.HttpMethod != "POST" || request.Url.AbsolutePath != "/callbacks") return 404;
        var body = new MemoryStream();
        await request.InputStream.CopyToAsync(body);
        if (!IsGenuine(request, body.ToArray())) return 401;
        Store(request.Headers["webhook-id"], Encoding.UTF8.GetString(body.ToArray()));
        return 204;
    }

    static async Task Handle(HttpListenerContext context)
    {
        try
        {
            context.Response.StatusCode = await Answer(context.Request);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error.Message);
            context.Response.StatusCode = 500;
        }
        context.Response.Close();
    }

    static void Main()
    {
        var listener = new HttpListener();
        // A proxy before this server must pass this host name.
        listener.Prefixes.Add($"http://127.0.0.1:{Setting("PORT")}/");
        listener.Start();
        while (true) _ = Handle(listener.GetContext());
    }
}
