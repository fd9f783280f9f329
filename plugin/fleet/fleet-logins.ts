import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";

/** Logins that have the terminal to themselves, one after the other, and whether one of them is in progress. */
export class LoginTurns {
  readonly logins: SharedLogins;
  #isAsking = false;

  constructor(shared: SharedLogins, withFreeTerminal: <T>(login: () => Promise<T>) => Promise<T>) {
    this.logins = {
      ...shared,
      runInTurn: (login) =>
        shared.runInTurn(async () => {
          this.#isAsking = true;
          try {
            return await withFreeTerminal(login);
          } finally {
            this.#isAsking = false;
          }
        }),
    };
  }

  isAsking(): boolean {
    return this.#isAsking;
  }
}
