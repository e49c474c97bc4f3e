// Independent check: Wireshark's dissector reads the bytes of this codec and must find them well-formed, with the
// intended values. Without tshark the test reports that and is skipped, except in continuous integration.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pduBytes } from '../testing/raw-peer.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import { longTextSubmits } from '../texts/long-text.ts';
import { encodeUcs2 } from '../texts/receipt.ts';
import { commandId, responseBit } from './commands.ts';
import {
  messageBytesMax,
  writeBind,
  writeBindResponse,
  writeDeliver,
  writeEmpty,
  writeMessageResponse,
  writeSubmit,
} from './pdu-writer.ts';
import type { DeliverSm, SubmitSm } from './pdus.ts';

const port = 2775;
const installed = ['tshark', 'text2pcap'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const mustRun = process.env['CI'] === 'true';
if (!installed && !mustRun) process.stderr.write('skipped: tshark and text2pcap are not installed\n');

const folder = mkdtempSync(join(tmpdir(), 'smpp-tshark-'));
afterAll(() => rmSync(folder, { recursive: true }));

function bytesOf(write: (buffer: Buffer, at: number) => number, size = 512): Buffer {
  const buffer = Buffer.alloc(size);
  return buffer.subarray(0, write(buffer, 0));
}

/** Each PDU becomes one TCP segment of a capture built by text2pcap. */
function capture(pdus: readonly Buffer[]): string {
  const dump = pdus.map((pdu) => `000000 ${pdu.toString('hex').replaceAll(/(..)/g, '$1 ').trim()}\n`).join('\n');
  const text = join(folder, 'pdus.txt');
  const file = join(folder, 'pdus.pcap');
  writeFileSync(text, dump);
  execFileSync('text2pcap', ['-q', '-T', `40000,${port}`, text, file], { stdio: 'ignore' });
  return file;
}

function tshark(file: string, ...more: string[]): string {
  return execFileSync('tshark', ['-r', file, '-d', `tcp.port==${port},smpp`, ...more], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function fields(file: string, ...names: string[]): string[] {
  const chosen = names.flatMap((name) => ['-e', name]);
  return tshark(file, '-T', 'fields', '-E', 'separator=|', ...chosen)
    .trimEnd()
    .split('\n');
}

const bind = {
  mode: 'transceiver',
  systemId: 'volley',
  password: 'secret',
  systemType: 'VMA',
  interfaceVersion: 0x34,
  addressTon: 0,
  addressNpi: 0,
  addressRange: '',
} as const;

const submit: SubmitSm = {
  ...sampleSubmit,
  dataCoding: 8,
  shortMessage: encodeUcs2('Привет'),
  validityPeriod: '000001010000000R',
  userMessageReference: 513,
};

const receipt: DeliverSm = {
  ...sampleSubmit,
  esmClass: 4,
  shortMessage: Buffer.from('id:77 stat:UNDELIV err:008 text:'),
  receiptedMessageId: '77',
  messageState: 5,
  networkErrorCode: { networkType: 3, code: 8 },
};

describe.skipIf(!installed && !mustRun)('Wireshark reads our bytes', () => {
  test('and finds every PDU well-formed', () => {
    const long = encodeUcs2('я'.repeat(100));
    const submits = [
      submit,
      ...longTextSubmits(submit, long, 9, 'header'),
      ...longTextSubmits(submit, long, 9, 'sar'),
      ...longTextSubmits(submit, long, 9, 'payload'),
    ];
    const pdus = [
      bytesOf((b, at) => writeBind(b, at, 1, bind)),
      bytesOf((b, at) => writeBind(b, at, 1, { ...bind, mode: 'transmitter' })),
      bytesOf((b, at) => writeBind(b, at, 1, { ...bind, mode: 'receiver' })),
      bytesOf((b, at) =>
        writeBindResponse(
          b,
          at,
          { command: commandId.bindTransceiver + responseBit, status: 0, sequence: 1 },
          'centre',
        ),
      ),
      bytesOf((b, at) =>
        writeBindResponse(b, at, { command: commandId.bindReceiver + responseBit, status: 0x0e, sequence: 1 }, ''),
      ),
      ...submits.map((pdu) => bytesOf((b, at) => writeSubmit(b, at, 2, pdu), messageBytesMax(pdu))),
      bytesOf((b, at) =>
        writeMessageResponse(b, at, { command: commandId.submitSm + responseBit, status: 0, sequence: 2 }, '77'),
      ),
      bytesOf((b, at) =>
        writeMessageResponse(b, at, { command: commandId.submitSm + responseBit, status: 0x58, sequence: 2 }, ''),
      ),
      bytesOf((b, at) => writeDeliver(b, at, 3, receipt)),
      bytesOf((b, at) =>
        writeMessageResponse(b, at, { command: commandId.deliverSm + responseBit, status: 0, sequence: 3 }, ''),
      ),
      bytesOf((b, at) => writeEmpty(b, at, { command: commandId.enquireLink, status: 0, sequence: 4 })),
      bytesOf((b, at) => writeEmpty(b, at, { command: 0x80000015, status: 0, sequence: 4 })),
      bytesOf((b, at) => writeEmpty(b, at, { command: commandId.unbind, status: 0, sequence: 5 })),
      bytesOf((b, at) => writeEmpty(b, at, { command: 0x80000006, status: 0, sequence: 5 })),
      bytesOf((b, at) => writeEmpty(b, at, { command: commandId.genericNack, status: 3, sequence: 6 })),
    ];
    const file = capture(pdus);
    const verbose = tshark(file, '-V');
    expect(verbose).not.toMatch(/malformed/i);
    const commands = fields(file, 'smpp.command_id', 'smpp.command_length');
    expect(commands).toEqual(pdus.map((pdu) => `0x${pdu.readUInt32BE(4).toString(16).padStart(8, '0')}|${pdu.length}`));
  });

  test('and reports a broken PDU', () => {
    const broken = pduBytes(commandId.submitSm, 0, 2, '00 05 00 414141');
    expect(tshark(capture([broken]), '-V')).toMatch(/malformed/i);
  });

  test('and finds the intended fields of a submit and of a receipt', () => {
    const file = capture([
      bytesOf((b, at) => writeSubmit(b, at, 2, submit)),
      bytesOf((b, at) => writeDeliver(b, at, 3, receipt)),
      bytesOf((b, at) =>
        writeMessageResponse(b, at, { command: commandId.submitSm + responseBit, status: 0, sequence: 2 }, '77'),
      ),
    ]);
    const [submitLine, receiptLine] = fields(
      file,
      'smpp.source_addr',
      'smpp.destination_addr',
      'smpp.sm_length',
      'smpp.sequence_number',
    );
    expect(submitLine).toBe('Volley|79161234567|12|2');
    expect(receiptLine).toBe('Volley|79161234567|32|3');
    expect(fields(file, 'smpp.message_id')[2]).toBe('77');
    const verbose = tshark(file, '-V');
    expect(verbose).toMatch(/Привет/);
    expect(verbose).toMatch(/Receipted message identifier: 77|SMSC identifier: 77|receipted.*77/i);
  });
});
