// Valid calls of a browser with the widget.
import { type Ground, newNumber } from './ground.ts';
import type { Calls } from './request.ts';

/** The key of a session whose code waits for the server of the site. */
export function openedSession({ widget }: Ground): Promise<string> {
  return widget.begun({ destination: newNumber() });
}

/** The key of a session whose code was sent. */
export async function sentSession(ground: Ground): Promise<string> {
  const key = await openedSession(ground);
  const reply = await ground.owner.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER');
  if (reply.status !== 200) throw new Error(`POST /verifier/widget/send answered ${reply.status}: ${reply.text}`);
  return key;
}

const ofWidget = ({ widget: { widgetId } }: Pick<Ground, 'widget'>) => ({ params: { widgetId } });

export const WIDGET_CALLS: Calls = {
  getWidget: ofWidget,
  openWidgetSession: (ground) => ({
    ...ofWidget(ground),
    body: { destination: newNumber(), channelType: 'SMS', captchaToken: 'pass' },
  }),
  issueWidgetChallenge: ({ proofWidget }) => ({
    ...ofWidget({ widget: proofWidget }),
    body: { destination: newNumber(), channelType: 'SMS' },
  }),
  reportWidgetEvent: (ground) => ({ ...ofWidget(ground), body: { code: 350 } }),
  getWidgetSession: async (ground) => ({ params: { key: await sentSession(ground) } }),
  checkWidgetSession: async (ground) => {
    const key = await sentSession(ground);
    return { params: { key }, body: { code: await ground.widget.codeOf(key) } };
  },
};
