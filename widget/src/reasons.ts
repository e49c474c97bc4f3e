// Words about error numbers for developers and owners, which visitors do not read. The script fetches them when an
// error happens, with the other texts.
export const REASONS: Readonly<Record<number, string>> = {
  0: 'no answer, or the domain of this page is not listed in the widget',
  110: 'captcha not passed',
  130: 'limit of the number, of the address or of the profile',
  210: 'balance is not enough',
  230: 'sender name of the channel is inactive',
  310: 'widgetId is unknown or switched off',
  320: 'your server called widget/send without key',
  321: 'no widget/send came within 30 s; in a site builder make a widget for builders',
  330: 'invalid API key in widget/send',
  331: 'API key of the wrong type in widget/send: VERIFIER is needed (builder: VERIFIER_BUILDER)',
  340: "captcha: secret and site key differ, or wrong type, domain or quota at the captcha's provider",
  341: 'captcha did not load',
  350: 'sendAuthKeyFunc failed',
};
