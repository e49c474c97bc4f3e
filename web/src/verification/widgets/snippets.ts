// The lines that put a widget on a page, per kind of site. Plain pages with a server of their own call the script;
// builders strip scripts inside a page, so there `embed.js` finds the element by itself.

export const PLACES = ['plain', 'tilda', 'wordpress', 'bitrix'] as const;
export type Place = (typeof PLACES)[number];

export type SnippetFacts = {
  /** Origin of the service. */
  readonly host: string;
  readonly widgetId: string;
  readonly kind: 'OWN_SITE' | 'BUILDER';
  readonly theme: Theme;
};

export const THEMES = ['inherit', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function snippetOf(place: Place, facts: SnippetFacts): string {
  if (place === 'plain') return facts.kind === 'BUILDER' ? embedded(facts) : called(facts);
  if (place === 'tilda') return embedded(facts, ' data-form="auto"');
  return place === 'wordpress' ? wordpress(facts) : bitrix(facts);
}

function called({ host, widgetId, theme }: SnippetFacts): string {
  const themed = theme === 'inherit' ? '' : `, theme: '${theme}'`;
  return `<div id="verify"></div>
<script src="${host}/widget/v1/verify.js"></script>
<script>
  VerifyWidget.mount(
    '#verify',
    { widgetId: '${widgetId}'${themed} },
    (key) => fetch('/phone', { method: 'POST', body: JSON.stringify({ key }) }),
    ({ key }) => { document.forms[0].elements.phone_verification_key.value = key; },
  );
</script>`;
}

function embedded({ host, widgetId, theme }: SnippetFacts, form = ''): string {
  const themed = theme === 'inherit' ? '' : ` data-theme="${theme}"`;
  return `<div data-volley-verify="${widgetId}"${form}${themed}></div>
<script src="${host}/widget/v1/embed.js" defer></script>`;
}

/** The part of the server: the browser's word proves nothing. */
function phpCheck(host: string): string {
  return `function phone_is_confirmed(): bool {
  $key = (string) ($_POST['phone_verification_key'] ?? '');
  $reply = file_get_contents('${host}/api/v1/verifier/widget/check', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "Content-Type: application/json\\r\\nAuthorization: Bearer " . getenv('VERIFIER_KEY'),
    'content' => json_encode(['key' => $key, 'destination' => (string) ($_POST['phone'] ?? '')]),
    'ignore_errors' => true,
  ]]));
  return (json_decode((string) $reply, true)['status'] ?? '') === 'CONFIRMED';
}`;
}

function wordpress(facts: SnippetFacts): string {
  return `<?php // functions.php of the theme; [phone_verification] goes into the form
add_shortcode('phone_verification', fn() => <<<'HTML'
${embedded(facts, ' data-form="auto"')}
HTML);

${phpCheck(facts.host)}

add_filter('wpcf7_spam', fn($spam) => $spam || !phone_is_confirmed());`;
}

function bitrix(facts: SnippetFacts): string {
  return `<!-- template of the form -->
${embedded(facts, ' data-form="auto"')}

<?php // local/php_interface/init.php
${phpCheck(facts.host)}

AddEventHandler('main', 'OnBeforeUserRegister', function (&$fields) {
  if (phone_is_confirmed()) return true;
  $GLOBALS['APPLICATION']->ThrowException('Confirm your phone number.');
  return false;
});`;
}
