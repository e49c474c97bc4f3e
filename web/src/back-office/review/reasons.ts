// Reasons that come up every day: what is wrong, and what to do about it. They are written to the partner in the
// partner's language, whatever language the moderator works in; so both are here, and not among the texts of pages.
import type { TextId } from '../../texts/text-id.ts';

export type ReasonTemplate = { readonly name: TextId; readonly ru: string; readonly en: string };

export const REASON_TEMPLATES: readonly ReasonTemplate[] = [
  {
    name: 'backOffice.template.rights',
    ru: 'Не подтверждено право на имя. Приложите свидетельство о товарном знаке, регистрацию домена или договор с правообладателем и отправьте заявку снова.',
    en: 'The right to the name is not confirmed. Attach a trademark certificate, a domain registration or an agreement with the owner, and send the request again.',
  },
  {
    name: 'backOffice.template.documents',
    ru: 'Не хватает документов: нужно гарантийное письмо с подписью и печатью. Загрузите его в карточку компании и отправьте заявку снова.',
    en: 'Documents are missing: a signed and stamped letter of guarantee is needed. Upload it to the company and send the request again.',
  },
  {
    name: 'backOffice.template.unreadable',
    ru: 'Документ не читается. Загрузите скан целиком, не меньше 200 точек на дюйм, без обрезанных краёв.',
    en: 'The document cannot be read. Upload a whole scan of at least 200 dpi with no cropped edges.',
  },
  {
    name: 'backOffice.template.generic',
    ru: 'Имя слишком общее: оператор не регистрирует такие имена. Выберите имя, по которому абонент узнает вашу компанию.',
    en: 'The name is too generic: the operator does not register such names. Choose one by which people recognise your company.',
  },
  {
    name: 'backOffice.template.similar',
    ru: 'Имя похоже на имя другой компании и может ввести абонентов в заблуждение. Выберите другое имя или подтвердите право на это.',
    en: 'The name reads like that of another company and may mislead people. Choose another one, or confirm your right to it.',
  },
  {
    name: 'backOffice.template.form',
    ru: 'Имя не подходит оператору: до 11 символов, латинские буквы и цифры. Исправьте имя и отправьте заявку снова.',
    en: 'The name does not suit the operator: up to 11 characters, Latin letters and digits. Correct it and send the request again.',
  },
];
