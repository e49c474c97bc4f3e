export const HELP = `Examples
  volley send --from CornerShop --to 79161230001 --text 'Your order is ready.'
  volley send < messages.json                        one message or a list, as POST /v1/message takes them
  volley status 0197c3a1-5e00-7000-8000-4d5a1c2b3e4f
  volley stop 0197c3a1-5e00-7000-8000-4d5a1c2b3e4f
  volley balance
  volley events --after 1500 --follow                the feed, one event a line
  volley explain 453                                 what a code means, without a connection
  volley listen --forward-to localhost:9000/hook     events of the account go to your machine
  volley listen --forward-to localhost:9000/hook --json | jq .status

Commands
  send               sends messages; --dry-run shows what would be sent and sends nothing
  status UUID…       messages by their ids
  stop UUID…         stops what has not been handed over
  balance            money free to be spent
  events             the feed from --after on, 0 without it; ends when all was read, unless --follow
  explain CODE       a code of a refusal, of a message or of the widget
  listen             see --forward-to

Options
  --key KEY          key of type MESSAGES; better in the environment, as VOLLEY_KEY
  --api URL          where the service is; VOLLEY_API, else http://127.0.0.1:8080
  --from NAME        sender name
  --to NUMBER        may be repeated
  --text TEXT
  --channel CHANNEL  SMS without it
  --external-id ID   your own id of the message
  --forward-to URL   where each array of events is posted, as a callback would be
  --events LIST      only these, separated by commas: sent, delivered, read, price, click, inbound_sent
  --secret SECRET    sign as callbacks are signed (whsec_…); VOLLEY_CALLBACK_SECRET
  --anywhere         forward to an address outside of your machine and network
  --json             listen: one JSON object a line; the other commands always answer so
  --help             this page

Exit codes: 0 done, 1 error, 2 wrong use, 3 the key is refused, 4 not found, 5 too often. NO_COLOR is respected.
`;
