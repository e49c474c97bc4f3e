// Profiles of verification codes, widgets, their figures, and stops.
import { textAt } from '../../../given/http-client.ts';
import { givenVerifier, PHONE } from '../../../given/people/verification.ts';
import { type Ground, made, newName, today } from '../ground.ts';
import type { Calls } from '../request.ts';

const channels = [{ channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' }];
const profileDraft = ({ owner }: Ground) => ({ companyId: owner.companyId, name: newName('Sign-in'), channels });

async function newProfile(ground: Ground): Promise<string> {
  return textAt(await made(ground, 'POST', '/verification-profiles', profileDraft(ground)), 'gatewayId');
}

const widgetDraft = async (ground: Ground) => ({
  companyId: ground.owner.companyId,
  gatewayId: await newProfile(ground),
  name: newName('Checkout'),
  kind: 'OWN_SITE',
  domains: ['shop.example'],
  captchaType: 'POW',
});

const PREFIX = PHONE.slice(0, -4);

/** A stop of a prefix: two codes were sent to it, and none was entered. */
async function newStop(ground: Ground): Promise<string> {
  const limits = { enteredShareAfter: 1, enteredShareMin: 50 };
  const verifier = await givenVerifier(ground.cell, ground.owner, limits);
  for (const end of ['0001', '0002']) await verifier.sent(`${PREFIX}${end}`);
  return verifier.gatewayId;
}

const figures = (ground: Ground) => ({ query: { from: today(ground), to: today(ground) } });

export const VERIFICATION_CALLS: Calls = {
  adminCreateVerificationProfile: (ground) => ({ body: profileDraft(ground) }),
  adminListVerificationProfiles: () => ({}),
  adminChangeVerificationProfile: async (ground) => ({
    params: { id: await newProfile(ground) },
    body: { codeLength: 8 },
  }),
  adminCreateWidget: async (ground) => ({ body: await widgetDraft(ground) }),
  adminListWidgets: () => ({}),
  adminChangeWidget: async (ground) => {
    const widgetId = textAt(await made(ground, 'POST', '/widgets', await widgetDraft(ground)), 'widgetId');
    return { params: { id: widgetId }, body: { name: newName('Checkout') } };
  },
  adminListConversions: figures,
  adminListWidgetErrors: figures,
  adminListVerificationStops: async (ground) => {
    await newStop(ground);
    return {};
  },
  adminLiftVerificationStop: async (ground) => ({
    body: { kind: 'PREFIX', gatewayId: await newStop(ground), prefix: PREFIX },
  }),
};
