/** The command line was used wrongly: the help is shown. */
export class WrongUse extends Error {}
