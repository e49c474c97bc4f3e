// Interoperability with an independent implementation, as client and as server.
import { connect, createServer, type NpmPdu, type NpmSession } from 'smpp';
import { afterEach, describe, expect, test } from 'vitest';
import { connectSmpp } from './client.ts';
import type { DeliverSm, SubmitSm } from './codec/pdus.ts';
import { listenSmpp } from './server.ts';
import type { SmppSession } from './session/session.ts';
import { until } from './testing/raw-peer.ts';
import { sampleSubmit } from './testing/sample-pdus.ts';
import { longTextSubmits } from './texts/long-text.ts';
import { encodeUcs2, parseReceipt } from './texts/receipt.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

describe('our client with an independent server', () => {
  async function start(onSubmit: (pdu: NpmPdu, session: NpmSession) => void) {
    const binds: NpmPdu[] = [];
    const unbinds: NpmPdu[] = [];
    const enquiries: NpmPdu[] = [];
    const delivered: DeliverSm[] = [];
    const server = createServer((session) => {
      session.on('error', () => undefined);
      for (const mode of ['bind_transceiver', 'bind_transmitter', 'bind_receiver']) {
        session.on(mode, (pdu: NpmPdu) => {
          binds.push(pdu);
          session.send(pdu.response({ system_id: 'npm' }));
        });
      }
      session.on('submit_sm', (pdu: NpmPdu) => onSubmit(pdu, session));
      session.on('enquire_link', (pdu: NpmPdu) => {
        enquiries.push(pdu);
        session.send(pdu.response());
      });
      session.on('unbind', (pdu: NpmPdu) => {
        unbinds.push(pdu);
        session.send(pdu.response());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = await connectSmpp({
      host: '127.0.0.1',
      port: server.address().port,
      systemId: 'volley',
      password: 'secret',
      systemType: 'VMA',
      mode: 'transceiver',
      window: 50,
      enquireLinkMs: 20,
      onDeliverSm: (pdu) => {
        delivered.push(pdu);
        return 0;
      },
      onClose: () => undefined,
    });
    cleanup.push(
      () => new Promise<void>((resolve) => server.close(() => resolve())),
      () => client.destroy(),
    );
    return { client, binds, unbinds, enquiries, delivered };
  }

  test('completes bind, submit, receipt, enquire_link and unbind', async () => {
    const submits: NpmPdu[] = [];
    const answers: NpmPdu[] = [];
    const { client, binds, unbinds, enquiries, delivered } = await start((pdu, session) => {
      submits.push(pdu);
      session.send(pdu.response({ message_id: '00AF' }));
      session.deliver_sm(
        {
          source_addr: pdu['destination_addr'],
          destination_addr: 'Volley',
          esm_class: 4,
          receipted_message_id: '00AF',
          message_state: 2,
          user_message_reference: 513,
          short_message:
            'id:175 sub:001 dlvrd:001 submit date:2611151200 done date:2611151200 stat:DELIVRD err:000 text:',
        },
        (answer) => answers.push(answer),
      );
    });
    expect(binds[0]).toMatchObject({
      system_id: 'volley',
      password: 'secret',
      system_type: 'VMA',
      interface_version: 0x34,
    });
    expect(client.systemId).toBe('npm');
    const result = await client.submit({
      ...sampleSubmit,
      dataCoding: 8,
      shortMessage: encodeUcs2('Привет'),
      validityPeriod: '000001010000000R',
      userMessageReference: 513,
    });
    expect(result).toEqual({ status: 0, messageId: '00AF' });
    expect(submits[0]).toMatchObject({
      source_addr: 'Volley',
      source_addr_ton: 5,
      destination_addr: '79161234567',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      esm_class: 3,
      registered_delivery: 1,
      data_coding: 8,
      user_message_reference: 513,
      short_message: { message: 'Привет' },
    });
    await until(() => answers.length === 1);
    expect(answers[0]?.command_status).toBe(0);
    const [receipt] = delivered;
    if (receipt === undefined) throw new Error('no receipt');
    expect(parseReceipt(receipt)).toMatchObject({ messageId: '00AF', state: 'DELIVRD', userMessageReference: 513 });
    // Two unanswered enquire_link would have ended the session.
    await until(() => enquiries.length === 3);
    expect(client.isBound).toBe(true);
    await client.unbindAndClose(60_000);
    expect(unbinds).toHaveLength(1);
  });

  test('sends long texts by header and by sar, and gets refusals', async () => {
    const submits: NpmPdu[] = [];
    const { client } = await start((pdu, session) => {
      submits.push(pdu);
      session.send(pdu.response({ message_id: '1', command_status: submits.length === 4 ? 0x58 : 0 }));
    });
    const base: SubmitSm = { ...sampleSubmit, dataCoding: 8 };
    const text = encodeUcs2('я'.repeat(100));
    const parts = [...longTextSubmits(base, text, 9, 'header'), ...longTextSubmits(base, text, 9, 'sar')];
    const results = await Promise.all(parts.map((pdu) => client.submit(pdu)));
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0, 0x58]);
    expect(submits[0]).toMatchObject({ esm_class: 0x43, more_messages_to_send: 1 });
    expect(submits[0]).toMatchObject({
      short_message: { message: 'я'.repeat(67), udh: [Buffer.from([0, 3, 9, 2, 1])] },
    });
    expect(submits[3]).toMatchObject({ sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 2 });
  });
});

describe('our server with an independent client', () => {
  test('completes bind, submit, deliver, enquire_link, an unknown command and unbind', async () => {
    const submits: SubmitSm[] = [];
    const sessions: SmppSession[] = [];
    const closed: string[] = [];
    const server = await listenSmpp({
      port: 0,
      host: '127.0.0.1',
      systemId: 'centre',
      onBind: ({ password }) => (password === 'secret' ? 0 : 0x0e),
      onBound: (session) => sessions.push(session),
      onSubmit: (pdu, _session, respond) => {
        submits.push({ ...pdu, shortMessage: Buffer.from(pdu.shortMessage) });
        respond(0, 'AB-1');
      },
      onClose: (_session, reason) => closed.push(reason),
    });
    cleanup.push(() => server.close());
    const client = connect({ host: '127.0.0.1', port: server.port });
    cleanup.push(() => client.destroy());
    client.on('error', () => undefined);
    const ask = (name: 'bind_transceiver' | 'submit_sm' | 'enquire_link' | 'unbind', fields: Record<string, unknown>) =>
      new Promise<NpmPdu>((resolve) => client[name](fields, resolve));
    expect((await ask('bind_transceiver', { system_id: 'npm', password: 'wrong' })).command_status).toBe(0x0e);
    const bound = await ask('bind_transceiver', { system_id: 'npm', password: 'secret' });
    expect(bound).toMatchObject({ command_status: 0, system_id: 'centre', sc_interface_version: 0x34 });

    const answer = await ask('submit_sm', {
      source_addr: 'Volley',
      destination_addr: '79161234567',
      data_coding: 8,
      short_message: 'Привет',
      user_message_reference: 7,
    });
    expect(answer).toMatchObject({ command_status: 0, message_id: 'AB-1' });
    expect(submits[0]).toMatchObject({ sourceAddr: 'Volley', dataCoding: 8, userMessageReference: 7 });
    expect(submits[0]?.shortMessage.equals(encodeUcs2('Привет'))).toBe(true);
    expect((await ask('enquire_link', {})).command).toBe('enquire_link_resp');

    const delivered: NpmPdu[] = [];
    client.on('deliver_sm', (pdu: NpmPdu) => {
      delivered.push(pdu);
      client.send(pdu.response());
    });
    const receipt: DeliverSm = {
      ...sampleSubmit,
      esmClass: 4,
      shortMessage: Buffer.from('id:1 stat:DELIVRD'),
      receiptedMessageId: 'AB-1',
      messageState: 2,
      networkErrorCode: { networkType: 3, code: 8 },
    };
    expect(await sessions[0]?.deliver(receipt)).toBe(0);
    expect(delivered[0]).toMatchObject({
      esm_class: 4,
      receipted_message_id: 'AB-1',
      message_state: 2,
      network_error_code: Buffer.from([3, 0, 8]),
      short_message: { message: 'id:1 stat:DELIVRD' },
    });
    expect((await ask('unbind', {})).command).toBe('unbind_resp');
    expect(closed).toEqual(['unbound by peer']);
  });
});
