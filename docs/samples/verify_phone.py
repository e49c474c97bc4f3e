# Phone verification on the server of a site: Python 3.9 or later, no package.
#   VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… PORT=8081 python3 verify_phone.py
# POST /phone     {"key": …}, from the page's function: sends the code
# POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs
from urllib.request import Request, urlopen

BODY_BYTES_MAX = 10_000


def ask_volley(call, body):
    headers = {"Authorization": "Bearer " + os.environ["VOLLEY_KEY"], "Content-Type": "application/json"}
    url = f"{os.environ['VOLLEY_URL']}/verifier/widget/{call}"
    try:
        with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=30) as response:
            return json.load(response)
    except HTTPError as refusal:
        text = refusal.read().decode()
        if refusal.code != 409:  # 409: an earlier try of this key has sent the code
            print(f"widget/{call} answered {refusal.code}: {text}", file=sys.stderr)
        return json.loads(text)


# A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
def send_code(body):
    if not isinstance(body.get("key"), str):
        return 400, "key is missing"
    ask_volley("send", {"key": body["key"]})
    return 204, ""


# Only this answer proves the number; a report of the browser does not.
def register(form):
    key, phone = form.get("phone_verification_key", [""])[0], form.get("phone", [""])[0]
    answer = ask_volley("check", {"key": key, "destination": phone}) if key else {}
    if answer.get("status") != "CONFIRMED":
        return 422, "Confirm your phone number first."
    return 200, f"Registered with {phone}."  # save the customer here


class Site(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), BODY_BYTES_MAX)).decode()
            if self.path == "/phone":
                status, text = send_code(json.loads(body))
            elif self.path == "/register":
                status, text = register(parse_qs(body))
            else:
                status, text = 404, "Not found"
        except Exception as error:  # the widget shows 350 and offers another try with the same key
            print(error, file=sys.stderr)
            status, text = 502, "Try again later."
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8081"))), Site).serve_forever()
