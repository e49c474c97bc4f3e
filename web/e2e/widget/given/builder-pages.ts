// Forms as site builders write them, with their way of sending. Each records what it sends in `window.sent`.
import type { SitePage } from './site.ts';

export type Builder = {
  readonly page: (embedUrl: string, widgetId: string) => SitePage;
  /** Selectors of the field to type into and of the button that sends. */
  readonly phone: string;
  readonly send: string;
  /** Name under which the form sends the number. */
  readonly name: string;
  /** A number as a visitor types it into this form. */
  readonly typed: (number: string) => string;
};

const RECORD = `
window.sent = [];
const record = (form) => window.sent.push(Object.fromEntries(new FormData(form)));
`;

const national = (number: string): string => number.slice(1);

/** The form is sent by a script on the click of its button; the mask writes the whole number into a hidden field. */
const tilda: Builder = {
  phone: 'input[name="tildaspec-phone-part[]"]',
  send: '.t-submit',
  name: 'Phone',
  typed: national,
  page: (embedUrl, widgetId) => ({
    sources: [embedUrl],
    body: `
<div id="allrecords" class="t-records">
  <div id="rec100" class="r t-rec" data-record-type="131"><div class="t123">
    <div data-volley-verify="${widgetId}" data-form="#form123456"></div>
  </div></div>
  <div id="rec123456" class="r t-rec" data-record-type="690"><form id="form123456" name="form123456" role="form"
    action="" method="POST" class="t-form js-form-proccess t-form_inputs-total_2" data-formactiontype="2">
    <input type="hidden" name="formservices[]" value="7f3c" class="js-formaction-services">
    <div class="t-input-group t-input-group_nm"><label>Name <input type="text" autocomplete="name" name="Name"
      class="t-input js-tilda-rule"></label></div>
    <div class="t-input-group t-input-group_ph"><label>Phone <input type="tel" autocomplete="tel"
      name="tildaspec-phone-part[]" class="t-input t-input-phonemask" placeholder="(000) 000-00-00"></label>
      <input type="hidden" class="js-phonemask-result js-tilda-rule" name="Phone" tabindex="-1"></div>
    <div class="t-form__submit"><button type="submit" class="t-submit"><span>Send</span></button></div>
  </form></div>
</div>`,
    script: `${RECORD}
const form = document.querySelector('#form123456');
document.querySelector('.t-input-phonemask').addEventListener('input', ({ target }) => {
  form.querySelector('.js-phonemask-result').value = target.value === '' ? '' : '+7 ' + target.value;
});
document.querySelector('.t-submit').addEventListener('click', (event) => {
  event.preventDefault();
  record(form);
});`,
  }),
};

/** The plugin listens on `submit` and sends by fetch. The widget stands inside the form. */
const contactForm7: Builder = {
  phone: 'input[name=your-tel]',
  send: 'input[type=submit]',
  name: 'your-tel',
  typed: (number) => `+${number}`,
  page: (embedUrl, widgetId) => ({
    sources: [embedUrl],
    body: `
<div class="wpcf7 js" id="wpcf7-f5-p6-o1" lang="en-US" dir="ltr">
  <form action="/#wpcf7-f5-p6-o1" method="post" class="wpcf7-form init" aria-label="Contact form" novalidate
    data-status="init">
    <input type="hidden" name="_wpcf7" value="5"><input type="hidden" name="_wpcf7_version" value="6.1">
    <p><label> Your name<br><span class="wpcf7-form-control-wrap" data-name="your-name"><input size="40"
      class="wpcf7-form-control wpcf7-text wpcf7-validates-as-required" aria-required="true" name="your-name"
      type="text"></span></label></p>
    <p><label> Your phone<br><span class="wpcf7-form-control-wrap" data-name="your-tel"><input size="40"
      class="wpcf7-form-control wpcf7-tel wpcf7-text" name="your-tel" type="tel"></span></label></p>
    <div data-volley-verify="${widgetId}" data-form="auto"></div>
    <p><input class="wpcf7-form-control wpcf7-submit has-spinner" type="submit" value="Submit"></p>
    <div class="wpcf7-response-output" aria-hidden="true"></div>
  </form>
</div>`,
    script: `${RECORD}
document.querySelector('form.wpcf7-form').addEventListener('submit', (event) => {
  event.preventDefault();
  record(event.target);
});`,
  }),
};

/** The order page: a text field without a telling name, and a link as the button. Built by script after the load. */
const bitrix: Builder = {
  phone: '#soa-property-3',
  send: '[data-save-button]',
  name: 'ORDER_PROP_3',
  typed: (number) => `8${national(number)}`,
  page: (embedUrl, widgetId) => ({
    sources: [embedUrl],
    body: `
<div class="bx-soa-wrapper"><div data-volley-verify="${widgetId}"></div><div id="bx-soa-order"></div></div>
<template id="late"><form action="/order/make/" method="POST" name="ORDER_FORM" id="bx-soa-order-form"
  enctype="multipart/form-data">
  <input type="hidden" name="sessid" value="0cc175b9"><input type="hidden" name="soa-action" value="saveOrderAjax">
  <div class="form-group bx-soa-customer-field"><label for="soa-property-1">Name</label>
    <input type="text" size="40" name="ORDER_PROP_1" id="soa-property-1" autocomplete="name" class="form-control"></div>
  <div class="form-group bx-soa-customer-field"><label for="soa-property-3">Phone</label>
    <input type="text" size="40" name="ORDER_PROP_3" id="soa-property-3" autocomplete="tel" class="form-control"></div>
  <div id="bx-soa-total"><a href="#order" class="btn btn-default btn-lg btn-order-save"
    data-save-button="true">Place the order</a></div>
</form></template>`,
    script: `${RECORD}
setTimeout(() => {
  document.querySelector('#bx-soa-order').append(document.querySelector('#late').content.cloneNode(true));
  document.querySelector('[data-save-button]').addEventListener('click', (event) => {
    event.preventDefault();
    record(document.forms.ORDER_FORM);
  });
}, 200);`,
  }),
};

export const BUILDERS: Readonly<Record<string, Builder>> = {
  Tilda: tilda,
  'Contact Form 7': contactForm7,
  '1C-Bitrix': bitrix,
};
