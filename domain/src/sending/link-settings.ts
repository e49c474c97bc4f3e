// Settings of a link that only its protocol knows. Addresses, rates and passwords are the same for every protocol and
// are not among them.
import type { Fault } from '../refusals/fault.ts';
import type { Protocol } from './provider-protocol.ts';

export type LinkSettings = Readonly<Record<string, string>>;

export type LinkSetting = { readonly name: string; readonly form: RegExp; readonly allowed: string };

/** Without it, texts that people write to bots are not stored. */
const INBOUND: LinkSetting = { name: 'inbound', form: /^(?:on|off)$/, allowed: 'must be on or off' };

/** A protocol that is absent has no settings of its own. */
const KNOWN: Partial<Readonly<Record<Protocol, readonly LinkSetting[]>>> = {
  TELEGRAM_GATEWAY: [
    {
      // The verified channel that codes come from; without it they come from the provider's own.
      name: 'senderUsername',
      form: /^[A-Za-z]\w{3,31}$/,
      allowed: 'must be the user name of a channel: 4 to 32 letters, digits and underscores, a letter first',
    },
  ],
  TELEGRAM_BOT: [INBOUND],
  MAX_BOT: [INBOUND],
  WHATSAPP_CLOUD: [{ name: 'apiVersion', form: /^v\d{1,2}\.\d$/, allowed: 'must be a version such as v24.0' }],
};

export function settingsOf(protocol: Protocol): readonly LinkSetting[] {
  return KNOWN[protocol] ?? [];
}

export function settingFaults(protocol: Protocol, settings: LinkSettings): Fault[] {
  const known = settingsOf(protocol);
  return Object.entries(settings).flatMap(([name, value]): Fault[] => {
    const field = `settings.${name}`;
    const setting = known.find((one) => one.name === name);
    if (setting === undefined) return [{ field, reason: unknownSetting(protocol), code: 'not-in-list' }];
    return setting.form.test(value) ? [] : [{ field, reason: setting.allowed, code: 'wrong-form' }];
  });
}

function unknownSetting(protocol: Protocol): string {
  const names = settingsOf(protocol).map(({ name }) => name);
  return names.length === 0 ? `${protocol} has no settings` : `must be one of ${names.join(', ')}`;
}
