import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { type ServerWait, untilReached } from "../../shared/io/watch/await-server.ts";
import { waitingForUnreachableText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { chooseContextOrProfile } from "../read/choose-context-or-profile.ts";

/**
 * The context that the options name. With `--inventory-cluster` it is read from the hub, which is waited for if it does
 * not respond.
 * @param waiting absent: a hub that does not respond is an error.
 * @throws as {@link chooseContextOrProfile}; the reason of the signal.
 */
export function awaitContext(
  options: CommandLineOptions,
  environment: HostEnvironment,
  waiting: ServerWait | undefined,
): Promise<ChosenContext> {
  const choose = (): Promise<ChosenContext> => chooseContextOrProfile(options, environment);
  return waiting === undefined ? choose() : untilReached(choose, waiting, environment);
}

/** Reports why a server is waited for, each cause once. */
export function createWaitingLine({ tell }: Pick<HostEnvironment, "tell">): (cause: string) => void {
  let last = "";
  return (cause) => {
    if (cause !== last) tell(`${sanitizeLine(waitingForUnreachableText(cause))}\n`);
    last = cause;
  };
}
