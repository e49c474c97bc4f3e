// Messages for tests: random values and one plain example.
import fc from 'fast-check';
import type { DeliverSm, SubmitSm } from '../codec/pdus.ts';

export const sampleSubmit: SubmitSm = {
  sourceTon: 5,
  sourceNpi: 0,
  sourceAddr: 'Volley',
  destinationTon: 1,
  destinationNpi: 1,
  destinationAddr: '79161234567',
  esmClass: 3,
  registeredDelivery: 1,
  dataCoding: 0,
  shortMessage: Buffer.from('Hi'),
};

const byte = fc.nat(255);
const short = fc.nat(65_535);
const singleBytes = (max: number) =>
  fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: max }).map((codes) => String.fromCharCode(...codes));
const bytes = (max: number) => fc.uint8Array({ maxLength: max }).map((array) => Buffer.from(array));
const knownTags: ReadonlySet<number> = new Set([0x1e, 0x204, 0x20c, 0x20e, 0x20f, 0x423, 0x424, 0x426, 0x427]);

const mandatory = {
  serviceType: singleBytes(5),
  sourceTon: byte,
  sourceNpi: byte,
  sourceAddr: singleBytes(20),
  destinationTon: byte,
  destinationNpi: byte,
  destinationAddr: singleBytes(20),
  esmClass: byte,
  protocolId: byte,
  priorityFlag: byte,
  scheduleDeliveryTime: singleBytes(16),
  validityPeriod: singleBytes(16),
  registeredDelivery: byte,
  replaceIfPresent: byte,
  dataCoding: byte,
  defaultMessageId: byte,
  shortMessage: bytes(254),
};
const mandatoryNames = Object.keys(mandatory) as (keyof typeof mandatory)[]; // keys of the literal above

const optional = {
  userMessageReference: short,
  sar: fc.record({ reference: short, total: byte, sequence: byte }),
  messagePayload: bytes(2_000),
  moreMessagesToSend: fc.boolean(),
  tlvs: fc.array(fc.record({ tag: short.filter((tag) => !knownTags.has(tag)), value: bytes(50) }), {
    minLength: 1,
    maxLength: 4,
  }),
};

export const anySubmit: fc.Arbitrary<SubmitSm> = fc.record(
  { ...mandatory, ...optional },
  { requiredKeys: mandatoryNames },
);

export const anyDeliver: fc.Arbitrary<DeliverSm> = fc.record(
  {
    ...mandatory,
    ...optional,
    receiptedMessageId: singleBytes(64),
    messageState: byte,
    networkErrorCode: fc.record({ networkType: byte, code: short }),
  },
  { requiredKeys: mandatoryNames },
);
