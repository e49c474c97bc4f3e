// Phone verification on the server of a site: .NET 10 (dotnet run VerifyPhone.cs), a project of .NET 6 or later, or
// Mono (mcs -r:System.Net.Http.dll VerifyPhone.cs); no package.
//   VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… PORT=8081 dotnet run VerifyPhone.cs
// POST /phone     {"key": …}, from the page's function: sends the code
// POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only
using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

static class VerifyPhone
{
    const int BodyCharactersMax = 10000;
    static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
    static string Setting(string name) => Environment.GetEnvironmentVariable(name);

    static async Task<string> AskVolley(string call, string json)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, $"{Setting("VOLLEY_URL")}/verifier/widget/{call}");
        request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + Setting("VOLLEY_KEY"));
        request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        var response = await Client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        var status = (int)response.StatusCode;
        if (status != 200 && status != 409) // 409: an earlier try of this key has sent the code
            Console.Error.WriteLine($"widget/{call} answered {status}: {text}");
        return text;
    }

    // A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
    static async Task<(int, string)> SendCode(string body)
    {
        var key = Find("\"key\"\\s*:\\s*\"([\\w-]{1,200})\"", body);
        if (key == "") return (400, "key is missing");
        await AskVolley("send", $"{{\"key\":\"{key}\"}}");
        return (204, "");
    }

    // Only this answer proves the number; a report of the browser does not.
    static async Task<(int, string)> Register(string form)
    {
        var key = Find("(?:^|&)phone_verification_key=([\\w-]{1,200})", form);
        var phone = Regex.Replace(WebUtility.UrlDecode(Find("(?:^|&)phone=([^&]*)", form)), "[^+0-9]", "");
        var answer = key == "" ? "" : await AskVolley("check", $"{{\"key\":\"{key}\",\"destination\":\"{phone}\"}}");
        if (Find("\"status\"\\s*:\\s*\"(\\w+)\"", answer) != "CONFIRMED") return (422, "Confirm your phone number first.");
        return (200, $"Registered with {phone}."); // save the customer here
    }

    static string Find(string pattern, string text) => Regex.Match(text, pattern).Groups[1].Value;

    static async Task Handle(HttpListenerContext context)
    {
        var (status, text) = (404, "Not found");
        try
        {
            var buffer = new char[BodyCharactersMax];
            var length = await new StreamReader(context.Request.InputStream).ReadBlockAsync(buffer, 0, buffer.Length);
            var body = new string(buffer, 0, length);
            var path = context.Request.Url.AbsolutePath;
            if (path == "/phone") (status, text) = await SendCode(body);
            if (path == "/register") (status, text) = await Register(body);
        }
        catch (Exception error) // the widget shows 350 and offers another try with the same key
        {
            Console.Error.WriteLine(error.Message);
            (status, text) = (502, "Try again later.");
        }
        context.Response.StatusCode = status;
        var bytes = Encoding.UTF8.GetBytes(text);
        if (bytes.Length > 0) context.Response.OutputStream.Write(bytes, 0, bytes.Length);
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
