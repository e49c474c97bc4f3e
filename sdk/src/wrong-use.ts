/** Wrong usage of the command line: the help is shown. */
export class WrongUse extends Error {}
