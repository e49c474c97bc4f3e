// Order of the channels of a profile by conversion: codes entered per code sent, for numbers of one area. Older figures
// count less with every code, so a change of quality shows within some hundred codes. A fixed share of codes tries
// another channel first; without it the figures of the others would never change.
import type { VerificationChannel } from './verification-channel.ts';

/** Sums of codes that went over the channel first, with forgetting. */
export type ChannelFigures = {
  readonly channelType: VerificationChannel;
  readonly sent: number;
  readonly entered: number;
  readonly costMicros: number;
};

export type ChannelOrder = {
  readonly channels: readonly VerificationChannel[];
  /** The first channel is a trial and not the best known. */
  readonly isTrial: boolean;
};

/** Share of codes that try another channel first. */
export const TRIAL_SHARE = 0.05;
/** Codes over the listed first channel from which the figures decide. */
const SENT_MIN = 5;
/** Added to the figures of every channel: a few codes prove little. */
const PRIOR_SENT = 2;
const PRIOR_ENTERED = 1;
/** Codes after which a figure counts e times less. */
const MEMORY_CODES = 250;
/** Lower bounds this close are equal; the cheaper channel goes first. */
const TIE = 0.01;
/** One-sided bounds in standard deviations. A low bound for the choice: a wrong choice collects its figures quickly. */
const CHOICE_Z = 0.3;
const TRIAL_Z = 1.5;

/** Factor of all figures of an area after this number of further codes. */
export function forgetting(codes: number): number {
  return Math.exp(-codes / MEMORY_CODES);
}

/** `listed`: the profile's order, which holds until there are figures. `random`: from 0 up to 1. */
export function channelOrder(
  listed: readonly VerificationChannel[],
  figures: readonly ChannelFigures[],
  random: number,
): ChannelOrder {
  const of = new Map(figures.map((known) => [known.channelType, known]));
  const order = ranked(listed, of);
  const [best] = order;
  if (best === undefined || order.length === 1 || random >= TRIAL_SHARE) return { channels: order, isTrial: false };
  const tried = mostPromising(order.slice(1), of);
  return { channels: [tried, ...order.filter((channel) => channel !== tried)], isTrial: true };
}

type Figures = ReadonlyMap<VerificationChannel, ChannelFigures>;

/** Best first. The listed order holds until its first channel has figures, and between equals without a price. */
function ranked(listed: readonly VerificationChannel[], figures: Figures): VerificationChannel[] {
  const [first] = listed;
  if (first === undefined || (figures.get(first)?.sent ?? 0) < SENT_MIN) return [...listed];
  const order: VerificationChannel[] = [];
  let left = listed.map((channelType) => scored(channelType, figures.get(channelType)));
  while (left.length > 0) {
    const highest = Math.max(...left.map(({ bound }) => bound));
    const next = left.filter(({ bound }) => bound >= highest - TIE).reduce((a, b) => (b.price < a.price ? b : a));
    order.push(next.channelType);
    left = left.filter((other) => other !== next);
  }
  return order;
}

/** A channel without figures counts as one that half of the people use. */
function scored(channelType: VerificationChannel, { sent, entered, costMicros }: Sums = NO_FIGURES) {
  const bound = lowerBound({ sent: sent + PRIOR_SENT, entered: entered + PRIOR_ENTERED }, CHOICE_Z);
  return { channelType, bound, price: sent > 0 ? costMicros / sent : Number.POSITIVE_INFINITY };
}

type Sums = Omit<ChannelFigures, 'channelType'>;
const NO_FIGURES: Sums = { sent: 0, entered: 0, costMicros: 0 };

/** The channel with the highest upper bound: one that few codes went over, or nearly as good as the best. */
function mostPromising(others: readonly VerificationChannel[], figures: Figures): VerificationChannel {
  return others.reduce((best, channel) => (promise(channel, figures) > promise(best, figures) ? channel : best));
}

function promise(channel: VerificationChannel, figures: Figures): number {
  const known = figures.get(channel);
  if (known === undefined) return 1;
  return 1 - lowerBound({ sent: known.sent, entered: known.sent - known.entered }, TRIAL_Z);
}

/** Wilson's lower bound of the share of entered codes. */
export function lowerBound({ sent, entered }: Pick<ChannelFigures, 'sent' | 'entered'>, z: number): number {
  if (sent <= 0) return 0;
  // Codes sent before the figures began may be entered later.
  const share = Math.min(1, Math.max(0, entered / sent));
  const square = z * z;
  const spread = z * Math.sqrt((share * (1 - share)) / sent + square / (4 * sent * sent));
  return Math.max(0, (share + square / (2 * sent) - spread) / (1 + square / sent));
}
