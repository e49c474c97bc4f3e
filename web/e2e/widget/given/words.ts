// Names by which the tests find the parts of the widget, in English.
export const PHONE = /^Phone number/;
export const GET_CODE = 'Get the code';
export const CODE = /^Code/;
export const CONFIRMED = 'Number confirmed';
export const TRY_AGAIN = 'Try again';
