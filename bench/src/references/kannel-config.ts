// Kannel as configured in production: messages are spooled to disk before acceptance, receipts are stored internally.
// Blank lines separate groups, so a group must not contain one.

export type KannelPorts = { admin: number; smsbox: number; sendsms: number; smsc: number };

type Group = Readonly<Record<string, string | number>>;

export function kannelConfig(ports: KannelPorts, spoolFolder: string, systemId: string): string {
  const groups: Group[] = [
    {
      group: 'core',
      'admin-port': ports.admin,
      'admin-password': 'bench',
      'status-password': 'bench',
      'smsbox-port': ports.smsbox,
      'box-allow-ip': '127.0.0.1',
      'log-level': 2,
      'sms-resend-freq': 5,
      'dlr-storage': 'internal',
      'store-type': 'spool',
      'store-location': spoolFolder,
    },
    {
      group: 'smsc',
      smsc: 'smpp',
      host: '127.0.0.1',
      port: ports.smsc,
      'transceiver-mode': 'true',
      'smsc-username': systemId,
      'smsc-password': 'secret',
      'system-type': '""',
      'interface-version': 34,
      'address-range': '""',
      'source-addr-ton': 5,
      'source-addr-npi': 0,
      'dest-addr-ton': 1,
      'dest-addr-npi': 1,
      'enquire-link-interval': 30,
      'max-pending-submits': 100,
      'reconnect-delay': 2,
      'msg-id-type': '0x00',
      throughput: 0,
    },
    { group: 'smsbox', 'bearerbox-host': '127.0.0.1', 'sendsms-port': ports.sendsms, 'log-level': 2 },
    {
      group: 'sendsms-user',
      username: 'bench',
      password: 'bench',
      'max-messages': 10,
      concatenation: 'true',
      'user-allow-ip': '127.0.0.1',
    },
  ];
  return `${groups.map(groupText).join('\n\n')}\n`;
}

const groupText = (group: Group): string =>
  Object.entries(group)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
