export const HELP = `Examples
  volley send --from CornerShop --to 79161230001 --text 'Your order is ready.'
  volley send < messages.json                        one message or a list, as in POST /v1/message
  volley status 0197c3a1-5e00-7000-8000-4d5a1c2b3e4f
  volley stop 0197c3a1-5e00-7000-8000-4d5a1c2b3e4f
  volley balance
  volley events --after 1500 --follow                the feed, one event per line
  volley explain 453                                 meaning of a code, works offline
  volley listen --forward-to localhost:9000/hook     forwards events of the account to your machine
  volley listen --forward-to localhost:9000/hook --json | jq .status

Commands
  send               sends messages; --dry-run prints the request and sends nothing
  status UUID…       shows messages by id
  stop UUID…         stops messages that are not handed over yet
  balance            shows the available money
  events             shows the feed after --after (default 0); ends after the last event unless --follow
  explain CODE       explains a code of a refusal, a message or the widget
  listen             forwards events, see --forward-to

Options
  --key KEY          key of type MESSAGES; VOLLEY_KEY in the environment is safer
  --api URL          address of the service; default VOLLEY_API, else http://127.0.0.1:8080
  --from NAME        sender name
  --to NUMBER        may be repeated
  --text TEXT
  --channel CHANNEL  default SMS
  --external-id ID   your id for the message
  --forward-to URL   target of each array of events, posted like a callback
  --events LIST      only these events, comma-separated: sent, delivered, read, price, click, inbound_sent
  --secret SECRET    signs like callbacks (whsec_…); default VOLLEY_CALLBACK_SECRET
  --anywhere         allows a target outside your machine and network
  --json             listen: one JSON object per line, as all other commands print
  --help             this page

Exit codes: 0 success, 1 error, 2 wrong usage, 3 key refused, 4 not found, 5 rate limit. NO_COLOR is respected.
`;
