/** Wrong usage of the command line. `command`: whose help is named. */
export class WrongUse extends Error {
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
