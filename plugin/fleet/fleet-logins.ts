import { createSharedLogins, type SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * The logins to several clusters. Interactive credential plugins run one after the other, each with the terminal to itself.
 * Clusters with the same plugin and the same arguments share a credential.
 */
export class FleetLogins {
  /** The logins as the connection to each cluster uses them. */
  readonly shared: SharedLogins;
  readonly #own: ReturnType<typeof createSharedLogins>;
  #isAsking = false;

  /** @param pluginTimeoutMs limits plugins that do not ask the user, where each request has no limit of its own. */
  constructor(
    { milliseconds, signalGroup }: Pick<HostEnvironment, "milliseconds" | "signalGroup">,
    withFreeTerminal: <T>(login: () => Promise<T>) => Promise<T>,
    pluginTimeoutMs?: number,
  ) {
    this.#own = createSharedLogins(milliseconds, definedFields({ pluginTimeoutMs, signalGroup }));
    this.shared = {
      ...this.#own,
      runInTurn: (login) =>
        this.#own.runInTurn(async () => {
          this.#isAsking = true;
          try {
            return await withFreeTerminal(login);
          } finally {
            this.#isAsking = false;
          }
        }),
    };
  }

  /** Whether the user is being asked to log in, to any cluster. */
  isAsking(): boolean {
    return this.#isAsking;
  }

  /** Lets the user try again: failed logins do not count any more. */
  allowRetry(): void {
    this.#own.allowRetry();
  }

  /** Ends the plugins that still run. */
  close(): void {
    this.#own.close();
  }
}
