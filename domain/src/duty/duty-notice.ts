// A notice tells a contact about all alerts that changed in one round.
import type { AlertEvent } from './alert-life.ts';
import { SEVERITIES, type Severity } from './alert-rule.ts';
import { alertPage, alertText, type DutyLanguage, type NamedAlert } from './alert-text.ts';
import { spanText } from './span-text.ts';

export type NoticeLine = NamedAlert & {
  readonly key: string;
  readonly severity: Severity;
  readonly event: AlertEvent;
  readonly since: string;
  /** How long the condition has lasted, or lasted. */
  readonly seconds: number;
};

export type Notice = {
  readonly lines: readonly NoticeLine[];
  /** Alerts beyond the limit of lines. */
  readonly more: number;
};

export const NOTICE_LINES_MAX = 40;

/** Recoveries last, severe alerts first. */
export function noticeOf(lines: readonly NoticeLine[]): Notice {
  const rank = ({ event, severity }: NoticeLine) =>
    (event === 'RECOVERED' ? SEVERITIES.length : 0) + SEVERITIES.indexOf(severity);
  const ordered = lines.toSorted((one, other) => rank(one) - rank(other));
  return { lines: ordered.slice(0, NOTICE_LINES_MAX), more: Math.max(0, lines.length - NOTICE_LINES_MAX) };
}

const PHRASES = {
  en: {
    OPENED: 'NEW',
    REMINDER: 'STILL',
    RECOVERED: 'RECOVERED',
    test: 'Test notice. Alerts of this installation arrive here.',
    testSubject: 'test notice',
    lasted: (time: string) => `lasted ${time}`,
    lasts: (time: string) => `for ${time}`,
    more: (count: number) => `… and ${count} more`,
    subject: (open: number, over: number) =>
      [open > 0 && `${open} open`, over > 0 && `${over} recovered`].filter(Boolean).join(', '),
  },
  ru: {
    OPENED: 'НОВОЕ',
    REMINDER: 'ДЛИТСЯ',
    RECOVERED: 'ПРОШЛО',
    test: 'Проверка. Сюда приходят тревоги этой установки.',
    testSubject: 'проверка',
    lasted: (time: string) => `длилось ${time}`,
    lasts: (time: string) => `уже ${time}`,
    more: (count: number) => `… и ещё: ${count}`,
    subject: (open: number, over: number) =>
      [open > 0 && `открыто: ${open}`, over > 0 && `прошло: ${over}`].filter(Boolean).join(', '),
  },
} as const;

export type NoticeText = { readonly subject: string; readonly text: string };

/** Without lines: a test notice. `cell`: the name of the installation. */
export function noticeText({ lines, more }: Notice, language: DutyLanguage, cell: string): NoticeText {
  const words = PHRASES[language];
  const title = `[Volley ${cell}]`;
  if (lines.length === 0) return { subject: `${title} ${words.testSubject}`, text: `${title} ${words.test}` };
  const over = lines.filter(({ event }) => event === 'RECOVERED').length;
  const severe = lines.some(({ event, severity }) => event !== 'RECOVERED' && severity === 'CRITICAL');
  const subject = `${title} ${severe ? 'CRITICAL: ' : ''}${words.subject(lines.length - over, over)}`;
  const blocks = lines.map((line) => {
    const time = spanText(line.seconds, language);
    const isOver = line.event === 'RECOVERED';
    const head = `${words[line.event]} ${line.severity} · ${alertText(line, language)}`;
    const tail = isOver ? words.lasted(time) : `${words.lasts(time)} · ${alertPage(line.rule)}`;
    return `${head}\n  ${line.key} · ${tail}`;
  });
  return { subject, text: [subject, ...blocks, ...(more > 0 ? [words.more(more)] : [])].join('\n\n') };
}
