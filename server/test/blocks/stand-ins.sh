# Read by the shell that runs the blocks of a page. A refused call fails its block. Programs that would change the
# machine, need a cluster or take minutes are replaced by functions that check what their arguments name.
# From the test: ROOT (the repository), SETTINGS (a file), ROLES, VOLLEY_TEST_SENDER.
set -euo pipefail

fail() {
  echo "$*" >&2
  exit 1
}

curl() { command curl --fail-with-body -sS "$@"; }

# Runs a program until its output matches a pattern, then ends it as Ctrl-C does; it must end with 0.
until_stopped() { # pattern, command run when the program is ready, pattern of its effect, program…
  local first=$1 then=$2 effect=$3 said pid
  shift 3
  said=$(mktemp)
  env --default-signal=INT "$@" >"$said" 2>&1 &
  pid=$!
  wait_for "$said" "$first" "$pid"
  $then
  wait_for "$said" "$effect" "$pid"
  kill -INT "$pid"
  wait "$pid" || fail "$* ended with $? after Ctrl-C: $(cat "$said")"
  cat "$said"
}

wait_for() { # file, pattern, pid
  for _ in $(seq 600); do
    grep -qE -e "$2" "$1" && return
    kill -0 "$3" 2>/dev/null || break
    sleep 0.1
  done
  fail "nothing like $2 in: $(cat "$1")"
}

listens() { # port
  for _ in $(seq 300); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.1
  done
  fail "nothing listens on port $1"
}

volley() {
  local cli=$ROOT/cli/src/cli.ts
  case " $* " in
    *' listen '*) until_stopped '^ready' send_one '  200  ' node "$cli" "$@" ;;
    *' --follow '*) until_stopped '.' true '.' node "$cli" "$@" ;;
    *) command node "$cli" "$@" ;;
  esac
}
send_one() {
  command node "$ROOT/cli/src/cli.ts" send --api "$BASE_URL" --key "$VOLLEY_KEY" --from "$VOLLEY_TEST_SENDER" \
    --to 70001000000 --text Hi >/dev/null
}

# Roles run until they are ended; everything else ends by itself.
node() {
  case " $* " in
    *' server/src/main.ts '*' sweeper '*) until_stopped '"ready":true' true . node "$@" ;;
    *) command node "$@" ;;
  esac
}

cp() {
  command cp "$@"
  # The reader sets the addresses of the servers.
  if [ "${*: -1}" = .env ]; then cat "$SETTINGS" >>.env; fi
}

npm() {
  local words=() word
  for word in "$@"; do [ "$word" = -- ] && break; [[ $word == -* ]] || words+=("$word"); done
  case ${words[0]} in
    run) jq -e --arg name "${words[1]}" '.scripts | has($name)' "$ROOT/package.json" >/dev/null || fail "no script ${words[1]}" ;;
    ci)
      [ -f "$ROOT/package-lock.json" ]
      if [ ${#words[@]} -gt 1 ]; then jq -e --arg name "${words[1]}" '.workspaces | index($name)' "$ROOT/package.json" >/dev/null || fail "no workspace ${words[1]}"; fi
      ;;
    install)
      local file name
      file=$(basename "${words[1]}") name=${words[1]##*/volley-}
      [ "$file" = "volley-${name%%-*}-$(jq -r .version "$ROOT/${name%%-*}/package.json").tgz" ] || fail "no package $file"
      ;;
    *) fail "npm ${words[*]} is not known here" ;;
  esac
}

document_at() { command curl -sSf "$1" | jq -e '.openapi | startswith("3.")' >/dev/null || fail "$1 is no OpenAPI document"; }

npx() {
  case $1 in
    vitest)
      local project=$4 file=${5:-}
      grep -q "name: '$project'" "$ROOT/vitest.config.ts" || fail "no test project $project"
      [ -z "$file" ] || [ -f "$ROOT/$file" ] || fail "no test file $file"
      ;;
    openapi-typescript) document_at "$2" ;;
    *) fail "npx $1 is not known here" ;;
  esac
}

java() { # -jar openapi-generator-cli.jar generate -g python -i URL -o client
  [ "$3" = generate ] && [ "$6" = -i ] || fail "java $* is not known here"
  document_at "$7"
}

useradd() { grep -q "^User=${*: -1}\$" "$ROOT"/deploy/systemd/*.service || fail "no unit runs as ${*: -1}"; }

systemctl() {
  [ "$1" = daemon-reload ] && return
  [ "$1 $2" = 'enable --now' ] || fail "systemctl $* is not known here"
  local unit
  for unit in "${@:3}"; do
    [ -f "$ROOT/deploy/systemd/${unit%%@*}@.service" ] && [[ " $ROLES " == *" ${unit#*@} "* ]] || fail "no unit $unit"
  done
}

docker() {
  # A receiver of traces, on the port of the page.
  if [ "$1" = run ]; then [[ " $* " == *:4318:4318\ * ]] || fail "docker $* is not known here"; return; fi
  [ "$1 $2" = 'compose up' ] || fail "docker $* is not known here"
  local name
  for name in $(grep -o '\${[A-Z_]*:?' "$ROOT/compose.yaml" | tr -d '${:?' | sort -u); do
    printenv "$name" >/dev/null || fail "compose.yaml needs $name"
  done
}

kubectl() {
  local words=("$@") at
  for at in "${!words[@]}"; do
    case ${words[at]} in
      -f) [ -f "${words[at + 1]}" ] || fail "no file ${words[at + 1]}" ;;
      -l) grep -q "${words[at + 1]/=/: }" <<<"$(manifests)" || fail "no label ${words[at + 1]}" ;;
      job) has_job "${words[at + 1]}" || fail "no job ${words[at + 1]}" ;;
      job/*) has_job "${words[at]#job/}" || fail "no ${words[at]}" ;;
      kustomize) [ -f "${words[at + 1]}/kustomization.yaml" ] || fail "no kustomization.yaml in ${words[at + 1]}" ;;
    esac
  done
}
manifests() { cat "$ROOT"/deploy/kubernetes/volley/*.yaml; }
has_job() { grep -q "name: $1\$" <<<"$(manifests | grep -A3 '^kind: Job')"; }
