// A side of a bare SMPP loopback as a process: this SMPP session or npm `smpp`, server or client. The server prints
// its port; the client submits 70 Cyrillic characters through a window of 100 for a while and prints its rate.
import { createRequire } from 'node:module';
import { connectSmpp } from '@volley/smpp/client.ts';
import { listenSmpp } from '@volley/smpp/server.ts';
import { cpuMicros } from '../machine.ts';
import { ratePerSecond } from '../statistics.ts';

type NpmPdu = { command: string; command_status: number; response(fields?: object): NpmPdu };
type NpmSession = {
  on(event: string, listener: (pdu: NpmPdu) => void): void;
  send(pdu: NpmPdu): void;
  submit_sm(fields: object, onAnswer: (pdu: NpmPdu) => void): void;
  bind_transceiver(fields: object, onAnswer: (pdu: NpmPdu) => void): void;
};
/** The part of the package used here; it has no types. */
type NpmSmpp = {
  createServer(onSession: (session: NpmSession) => void): {
    listen(port: number, host: string, onListening: () => void): void;
    address(): { port: number };
  };
  connect(options: { url: string }, onConnect: () => void): NpmSession;
};

const WINDOW = 100;
const WARM_UP_MS = 1_000;
const TEXT = 'Скидка двадцать процентов на все товары до конца недели, ждем вас! Да!';
const npmSmpp = (): NpmSmpp => createRequire(import.meta.url)('smpp');
const print = (value: object): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

async function serveOwn(): Promise<void> {
  let last = 0;
  const { port } = await listenSmpp({
    port: 0,
    host: '127.0.0.1',
    onBind: () => 0,
    onSubmit: (_pdu, _session, respond) => {
      last += 1;
      respond(0, String(last));
    },
  });
  print({ port });
}

function serveNpm(): void {
  let last = 0;
  const server = npmSmpp().createServer((session) => {
    session.on('bind_transceiver', (pdu) => session.send(pdu.response()));
    session.on('submit_sm', (pdu) => {
      last += 1;
      session.send(pdu.response({ message_id: String(last) }));
    });
  });
  server.listen(0, '127.0.0.1', () => print({ port: server.address().port }));
}

const cpuOfBoth = (): number => cpuMicros(process.pid) + cpuMicros(Number(serverPid));

/** Keeps the window full; counts for the given time after a warm-up. `submit` calls back once per answer. */
function submitFor(loadMs: number, submit: (destination: string, onAnswer: () => void) => void): void {
  const startMs = performance.now() + WARM_UP_MS;
  let answered = 0;
  let next = 0;
  let cpuBefore: number | undefined;
  const finish = (elapsedMs: number): void => {
    const cpuMicrosPerSubmit = (cpuOfBoth() - (cpuBefore ?? 0)) / answered;
    print({ perSecond: ratePerSecond(answered, elapsedMs), cpuMicrosPerSubmit });
    process.exit(0);
  };
  const more = (): void => {
    next += 1;
    submit(String(79_160_000_000 + (next % 9_999_999)), () => {
      const elapsedMs = performance.now() - startMs;
      if (elapsedMs >= loadMs) finish(elapsedMs);
      if (elapsedMs >= 0) {
        cpuBefore ??= cpuOfBoth();
        answered += 1;
      }
      more();
    });
  };
  for (let at = 0; at < WINDOW; at += 1) more();
}

async function loadOwn(port: number, loadMs: number): Promise<void> {
  const session = await connectSmpp({
    host: '127.0.0.1',
    port,
    systemId: 'bench',
    password: 'secret',
    mode: 'transceiver',
    window: WINDOW,
    onDeliverSm: () => 0,
    onClose: () => undefined,
  });
  const addresses = { sourceTon: 5, sourceNpi: 0, sourceAddr: 'Stand', destinationTon: 1, destinationNpi: 1 };
  submitFor(loadMs, (destinationAddr, onAnswer) => {
    session.submitWith(
      {
        ...addresses,
        destinationAddr,
        esmClass: 0,
        registeredDelivery: 1,
        dataCoding: 8,
        shortMessage: Buffer.from(TEXT, 'utf16le').swap16(),
      },
      onAnswer,
    );
  });
}

function loadNpm(port: number, loadMs: number): void {
  const session = npmSmpp().connect({ url: `smpp://127.0.0.1:${port}` }, () => {
    session.bind_transceiver({ system_id: 'bench', password: 'secret' }, () => {
      const addresses = { source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Stand', dest_addr_ton: 1 };
      submitFor(loadMs, (destination_addr, onAnswer) => {
        session.submit_sm(
          {
            ...addresses,
            dest_addr_npi: 1,
            destination_addr,
            registered_delivery: 1,
            data_coding: 8,
            short_message: TEXT,
          },
          onAnswer,
        );
      });
    });
  });
}

const [library, side, port = '0', loadMs = '0', serverPid = '0'] = process.argv.slice(2);
if (side === 'server') await (library === 'npm' ? serveNpm() : serveOwn());
else await (library === 'npm' ? loadNpm(Number(port), Number(loadMs)) : loadOwn(Number(port), Number(loadMs)));
