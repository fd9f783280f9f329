import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { loginFingerprint, needsLogin } from "../../shared/io/auth/agreed-login.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import type { ContextChoice } from "./choose-context.ts";
import type { StateChange } from "./place-source.ts";

/** The state of a place when its kubeconfig is read. */
export interface OpeningState {
  /** The context that the place names. It is the shown name where there is no such context. */
  readonly context: string | undefined;
  /** The {@link contextFingerprint} of the open or opening connection; undefined where there is none. */
  readonly open: string | undefined;
  /** The print whose login was refused, unless the user asked to retry it. */
  readonly refused: string | undefined;
  /** Whether the login with this {@link loginPrint} may be run. The call may use up the user's consent. */
  readonly mayLogIn: (login: string) => boolean;
}

/** The next step of a place after its kubeconfig was read. The place announces `news` first. */
export type OpeningStep =
  /** The open connection stays. */
  | { readonly is: "kept"; readonly news: StateChange }
  /** There is no usable context, and an open connection ends. */
  | { readonly is: "gone"; readonly news: StateChange }
  /** Another context, to which the place does not connect before the user acts. */
  | { readonly is: "barred"; readonly news: StateChange }
  /** Another context, to which the place connects. */
  | { readonly is: "connect"; readonly news: StateChange; readonly chosen: ChosenContext; readonly print: string };

/** Returns the next step of a place after a reading of its kubeconfig. */
export function decideOpeningStep(state: OpeningState, choice: ContextChoice): OpeningStep {
  if (!("chosen" in choice)) return decideWithoutContext(state, choice);
  const { chosen, current } = choice;
  const { contextName: name, namespace, server } = chosen;
  const [identity, login] = [contextIdentity(chosen), loginFingerprint(chosen)];
  const own: StateChange = { identity, login, name, namespace, server, current, doubt: undefined };
  const print = contextFingerprint(chosen);
  if (state.open === print) return { is: "kept", news: own };
  // Called for each context, so that a consent without a known login applies only to the first one.
  const mayLogIn = state.mayLogIn(login);
  if (state.refused === print) return { is: "barred", news: { ...own, ...barred, isAsking: false } };
  if (needsLogin(chosen) && !mayLogIn)
    return {
      is: "barred",
      news: { ...own, ...barred, problem: loginProgram(chosen), link: { state: "idle" }, isAsking: true },
    };
  const connecting: StateChange = {
    phase: "connecting",
    problem: undefined,
    link: { state: "connecting" },
    isAsking: false,
  };
  return { is: "connect", news: { ...own, ...connecting }, chosen, print };
}

const barred: StateChange = { phase: "authRequired", link: { state: "authRequired" } };

/**
 * Returns the step where there is no context. A file that cannot be read for a moment ends nothing. A missing context
 * removes what was read through it.
 */
function decideWithoutContext(
  { context, open }: OpeningState,
  { phase, problem, isBroken }: Extract<ContextChoice, { readonly phase: string }>,
): OpeningStep {
  if (open !== undefined && isBroken) return { is: "kept", news: { doubt: problem } };
  const unknown: StateChange = {
    ...{ identity: undefined, login: undefined, namespace: undefined, server: undefined },
    ...{ current: undefined, doubt: undefined },
  };
  return {
    is: "gone",
    news: { ...unknown, name: context ?? "", phase, problem, link: { state: "idle" }, isAsking: false },
  };
}

/**
 * Whether an open connection may be renewed from the current kubeconfig. It must be the same cluster with new
 * credentials, and need no program that the user has not agreed to.
 */
export function canRenewConnection(
  before: ChosenContext,
  { open, mayLogIn }: Pick<OpeningState, "open" | "mayLogIn">,
  chosen: ChosenContext,
): boolean {
  if (contextIdentity(chosen) !== contextIdentity(before) || contextFingerprint(chosen) === open) return false;
  return !needsLogin(chosen) || mayLogIn(loginFingerprint(chosen));
}

/** Returns the program or the auth provider that would log in. */
function loginProgram({ user }: ChosenContext): string {
  return sanitizeLine(`${user?.exec?.["command"] ?? user?.authProvider?.["name"] ?? ""}`);
}
