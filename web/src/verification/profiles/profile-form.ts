// The form of a profile: its fields as a person edits them, and the body of the request.
import {
  type Fallback,
  type VerificationChannel,
  type VerificationLanguage,
  WAIT_SECONDS_DEFAULT,
} from '@volley/domain/verification/verification-channel.ts';
import type { NewProfile, Profile } from '../owner.tsx';

export const CODE_MARK = '{code}';
/** The only sender name of calls with a spoken code. */
export const VOICECODE_SENDER = 'voicecode';

export type ChannelForm = {
  readonly channelType: VerificationChannel;
  readonly senderName: string;
  readonly text: string;
  readonly texts: Readonly<Partial<Record<VerificationLanguage, string>>>;
  readonly waitSeconds: number | undefined;
};

/** Numbers are undefined while their field is empty. */
export type ProfileLimits = {
  readonly codeLength: number | undefined;
  readonly lifetimeSeconds: number | undefined;
  readonly checksMax: number | undefined;
  readonly resendPauseSeconds: number | undefined;
  readonly sendsPerNumber: number | undefined;
  readonly sendsPerAddress: number | undefined;
  readonly sendsPerPrefix: number | undefined;
  readonly dayAmountMax: number | undefined;
  readonly enteredShareMin: number | undefined;
  readonly enteredShareAfter: number | undefined;
};

export type ProfileForm = ProfileLimits & {
  readonly name: string;
  readonly channels: readonly ChannelForm[];
  readonly fallback: Fallback;
  readonly language: VerificationLanguage | null;
  readonly callbackUrl: string;
  readonly bindToSite: boolean;
  readonly countries: readonly string[];
};

const NEW_LIMITS: ProfileLimits = {
  codeLength: 6,
  lifetimeSeconds: 600,
  checksMax: 5,
  resendPauseSeconds: 30,
  sendsPerNumber: 5,
  sendsPerAddress: 20,
  sendsPerPrefix: 50,
  dayAmountMax: 5_000,
  enteredShareMin: 10,
  enteredShareAfter: 30,
};

export function newProfileForm(text: string): ProfileForm {
  return {
    ...NEW_LIMITS,
    name: '',
    channels: [newChannel('SMS', text)],
    fallback: 'NONE',
    language: null,
    callbackUrl: '',
    bindToSite: false,
    countries: ['RU'],
  };
}

export function newChannel(channelType: VerificationChannel, text: string): ChannelForm {
  return {
    channelType,
    senderName: channelType === 'VOICECODE' ? VOICECODE_SENDER : '',
    text: channelType === 'FLASHCALL' ? CODE_MARK : text,
    texts: {},
    waitSeconds: WAIT_SECONDS_DEFAULT,
  };
}

export function formOfProfile(profile: Profile): ProfileForm {
  const { channels, callbackUrl, countries, ...rest } = profile;
  return {
    ...rest,
    countries: [...countries],
    callbackUrl: callbackUrl ?? '',
    channels: channels.map(({ texts = {}, waitSeconds = WAIT_SECONDS_DEFAULT, ...channel }) => ({
      ...channel,
      texts,
      waitSeconds,
    })),
  };
}

export type ProfileField = 'name' | 'channels' | 'countries' | keyof ProfileLimits;
export type ChannelField = 'senderName' | 'text' | VerificationLanguage;

/** Fields of a channel that the server would refuse. */
export function channelMistakes({ channelType, senderName, text, texts }: ChannelForm): ChannelField[] {
  const isWrong = (given: string) => channelType !== 'FLASHCALL' && given.split(CODE_MARK).length !== 2;
  const languages = Object.entries(texts) as [VerificationLanguage, string][]; // the keys of `texts`
  return [
    ...(senderName.trim() === '' ? (['senderName'] as const) : []),
    ...(isWrong(text) ? (['text'] as const) : []),
    ...languages.filter(([, own]) => isWrong(own)).map(([language]) => language),
  ];
}

export function profileMistakes(form: ProfileForm): ProfileField[] {
  const limits = Object.keys(NEW_LIMITS) as (keyof ProfileLimits)[]; // the keys of the constant
  return [
    ...(form.name.trim() === '' ? (['name'] as const) : []),
    ...(form.channels.length === 0 || form.channels.some((channel) => channelMistakes(channel).length > 0)
      ? (['channels'] as const)
      : []),
    ...(form.countries.length === 0 ? (['countries'] as const) : []),
    ...limits.filter((limit) => form[limit] === undefined),
  ];
}

export type ProfileBody = Omit<NewProfile, 'companyId'>;

/** The body of the request; undefined: the form has a mistake. */
export function profileBody(form: ProfileForm): ProfileBody | undefined {
  if (profileMistakes(form).length > 0) return undefined;
  const limits = Object.fromEntries(
    Object.keys(NEW_LIMITS).map((limit) => [limit, form[limit as keyof ProfileLimits]]),
  );
  return {
    ...limits,
    name: form.name.trim(),
    fallback: form.fallback,
    language: form.language,
    callbackUrl: form.callbackUrl.trim() === '' ? null : form.callbackUrl.trim(),
    bindToSite: form.bindToSite,
    countries: [...form.countries],
    channels: form.channels.map(({ channelType, senderName, text, texts, waitSeconds }) => ({
      channelType,
      senderName: senderName.trim(),
      text,
      ...(Object.keys(texts).length > 0 && { texts }),
      ...(waitSeconds !== undefined && waitSeconds !== WAIT_SECONDS_DEFAULT && { waitSeconds }),
    })),
  };
}

/** Moves an item one place up (-1) or down (1). */
export function movedItem<Item>(items: readonly Item[], at: number, by: -1 | 1): Item[] {
  const item = items[at];
  if (item === undefined) return [...items];
  const rest = items.filter((_, place) => place !== at);
  return [...rest.slice(0, at + by), item, ...rest.slice(at + by)];
}

/** Props of the parts of the editor. */
export type FieldsProps = {
  readonly form: ProfileForm;
  readonly onChange: (part: Partial<ProfileForm>) => void;
  /** A missing value is shown as a mistake. */
  readonly isStrict: boolean;
};
