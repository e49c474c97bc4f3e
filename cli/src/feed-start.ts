/** Above any event number: only new events. */
export const FROM_NOW_ON = 9_999_999_999;
