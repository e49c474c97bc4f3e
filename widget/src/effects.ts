// Carries out the effects of the machine: calls of the service and of the page, events, reports.
import { solve } from './captcha/pow.ts';
import { describeError } from './errors.ts';
import { captchaOf, type Instance } from './instance.ts';
import type { EventName } from './options.ts';
import { console, now, pause, setTimeout } from './originals.ts';
import { askPage } from './page-function.ts';
import type { Effect } from './state.ts';
import type { Challenge, Checked, Opened, Session, Settings } from './wire.ts';

/** Seconds for which the service holds its answer until the session changes. */
const WAIT_SECONDS = 20;

type Values<Name> =
  Extract<Effect, readonly [Name, ...unknown[]]> extends readonly [unknown, ...infer Rest] ? Rest : never;
type Effects = { readonly [Name in Effect[0]]: (...values: Values<Name>) => unknown };

/** The values of an effect are those of the state that it comes with. */
export function runEffect(instance: Instance, [name, ...values]: Effect): void {
  const { call, send, options, view, state, captcha, host, container, origin, onSuccess, sendAuthKey } = instance;
  const { turn, key = '', destination, channel, entered } = state;
  const { widgetId, onError, captchaSiteKey } = options;
  const session = `sessions/${key}`;
  const visitor = { destination, channelType: channel };
  /** A removed widget begins no request, also after a pause. */
  const isStopped = (): boolean => !host.isConnected || instance.state.turn !== turn;
  const gotToken = (token?: string): unknown => token && send('token', turn, token);

  /** An error of a listener reaches the console without stopping the widget. */
  const emit = (event: EventName, detail?: unknown): void => {
    container.dispatchEvent(new CustomEvent(`verify:${event}`, { bubbles: true, detail }));
  };

  const effects: Effects = {
    async load() {
      const answer = await call<Settings>(widgetId);
      if (captchaSiteKey && answer.code === undefined && captchaSiteKey !== answer.siteKey)
        console.warn('VerifyWidget: captchaSiteKey differs');
      send('loaded', turn, answer);
      // A proof of work has replaced the captcha, whose next failure must not stop it.
      if (!captchaOf(instance)) instance.captcha?.remove();
    },
    async token() {
      const own = captchaOf(instance);
      if (own) return own.token(gotToken);
      const challenge = await call<Challenge>(`${widgetId}/challenge`, visitor);
      if (challenge.code !== undefined) return send('opened', turn, challenge);
      return gotToken(await solve(challenge, { clock: now, pause, isStopped, progress: view.progress }));
    },
    drop: () => captcha?.forget(),
    async open(captchaToken) {
      send('opened', turn, await call<Opened>(`${widgetId}/sessions`, { ...visitor, captchaToken }));
    },
    ask: async () => send('page', key, await askPage(sendAuthKey, key)),
    async poll(gap) {
      await pause(gap);
      const wait = gap === undefined ? '' : `?wait=${WAIT_SECONDS}&version=${instance.version}`;
      if (isStopped()) return;
      const answer = await call<Session>(session + wait);
      instance.version = (answer as Partial<Session>).version; // a refusal has none: the next request is answered at once
      send('session', turn, answer);
    },
    check: async () => send('checked', key, await call<Checked>(`${session}/check`, { code: entered })),
    emit,
    success() {
      const success = { key, destination, channel };
      container.setAttribute('data-verified', '');
      emit('confirmed', success);
      setTimeout(() => onSuccess?.(success));
    },
    /** The visitor reads a sentence; the reason goes to the console, to the page and, for 341 and 350, to the owner. */
    async report(code, detail = '') {
      const error = describeError(code, origin);
      instance.quiet = onError?.(error) === true ? code : undefined;
      emit('error', error);
      if (code > 340) void call(`${widgetId}/events`, { code });
      const reasons = (await call('texts/reasons.json')) as Record<number, string>; // a refusal has none of its names
      console.error(`VerifyWidget ${widgetId}: ${code} ${reasons[code] ?? ''} ${detail} ${error.docs}`);
    },
  };
  (effects[name] as (...values: unknown[]) => unknown)(...values); // by the type of an effect
}
