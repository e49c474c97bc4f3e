# Receiver of callbacks with a check of their signature: Python 3.9 or later, no package.
#   VOLLEY_SECRET=whsec_… PORT=8082 python3 receive_callbacks.py
# POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 10_000_000
AGE_SECONDS_MAX = 300
KEY = base64.b64decode(os.environ["VOLLEY_SECRET"].removeprefix("whsec_"))


# The signature covers the received bytes, so check them before you parse.
def is_genuine(headers, body):
    webhook_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > AGE_SECONDS_MAX:
        return False
    digest = hmac.new(KEY, f"{webhook_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # While a secret is being changed there are two signatures.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected) for one in signatures)


# The messaging API posts a list of events, a dispatch of the partner API one object. Store them and answer; work on
# them later. A repeated request has the same webhook-id, a repeated event the same event_number.
def store(webhook_id, body):
    content = json.loads(body)
    for event in content if isinstance(content, list) else [content]:
        print(webhook_id, event.get("callback_event") or event.get("event"), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("Content-Length", 0))
        if self.path != "/callbacks":
            return 404
        if length > BODY_BYTES_MAX:
            return 413
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return 401
        store(self.headers["webhook-id"], body)
        return 204

    def do_POST(self):
        try:
            status = self.answer()
        except Exception as error:
            print(error, file=sys.stderr)
            status = 500
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8082"))), Receiver).serve_forever()
