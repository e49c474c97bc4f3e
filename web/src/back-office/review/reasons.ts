// Frequent reasons of a decision. The partner reads them in the partner's language, not in the moderator's, so both
// languages are here and not among the texts of pages.
import type { TextId } from '../../texts/text-id.ts';

export type ReasonTemplate = { readonly name: TextId; readonly ru: string; readonly en: string };

export const REASON_TEMPLATES: readonly ReasonTemplate[] = [
  {
    name: 'backOffice.template.rights',
    ru: 'Не подтверждено право на имя. Приложите свидетельство о товарном знаке, регистрацию домена или договор с правообладателем и отправьте заявку снова.',
    en: 'The right to the name is not confirmed. Attach a trademark certificate, a domain registration or an agreement with the owner, and submit the request again.',
  },
  {
    name: 'backOffice.template.documents',
    ru: 'Не хватает документов: нужно гарантийное письмо с подписью и печатью. Загрузите его в карточку компании и отправьте заявку снова.',
    en: 'Documents are missing: a signed and stamped letter of guarantee is needed. Upload it to the company and submit the request again.',
  },
  {
    name: 'backOffice.template.unreadable',
    ru: 'Документ не читается. Загрузите скан целиком, не меньше 200 точек на дюйм, без обрезанных краёв.',
    en: 'The document cannot be read. Upload a whole scan of at least 200 dpi with no cropped edges.',
  },
  {
    name: 'backOffice.template.generic',
    ru: 'Имя слишком общее: оператор не регистрирует такие имена. Выберите имя, по которому получатель узнает вашу компанию.',
    en: 'The name is too generic: the operator does not register such names. Choose a name by which recipients recognize your company.',
  },
  {
    name: 'backOffice.template.similar',
    ru: 'Имя похоже на имя другой компании и может ввести получателей в заблуждение. Выберите другое имя или подтвердите право на это.',
    en: 'The name is similar to that of another company and may mislead recipients. Choose another name, or confirm your right to it.',
  },
  {
    name: 'backOffice.template.form',
    ru: 'Имя не подходит под правила оператора: до 11 знаков, латинские буквы и цифры. Исправьте имя и отправьте заявку снова.',
    en: 'The name does not meet the operator’s rules: up to 11 characters, Latin letters and digits. Correct it and submit the request again.',
  },
];
