import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { loginFingerprint, needsLogin } from "../../shared/io/auth/agreed-login.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import type { ContextChoice } from "./choose-context.ts";
import type { StateChange } from "./place-source.ts";

/** The state of a place when its kubeconfig is read. */
export interface OpeningState {
  /** The context that the place names, which the surfaces show even if there is no such context. */
  readonly context: string | undefined;
  /** The {@link contextFingerprint} of the connection that is open or being opened; undefined where there is none. */
  readonly openFingerprint: string | undefined;
  /** The {@link contextFingerprint} of the last refused login; undefined where none was refused, or the user asked to retry. */
  readonly refusedFingerprint: string | undefined;
  /** Whether the login with this {@link loginFingerprint} may be run. The call may use up the user's consent. */
  readonly mayLogIn: (login: string) => boolean;
}

/** The next step of a place after its kubeconfig was read. The place announces `change` first. */
export type OpeningStep =
  /** The open connection stays. */
  | { readonly type: "kept"; readonly change: StateChange }
  /** There is no usable context, and an open connection ends. */
  | { readonly type: "gone"; readonly change: StateChange }
  /** Another context, to which the place does not connect before the user acts. */
  | { readonly type: "barred"; readonly change: StateChange }
  /** Another context, to which the place connects. */
  | {
      readonly type: "connect";
      readonly change: StateChange;
      readonly chosen: ChosenContext;
      readonly fingerprint: string;
    };

type MissingContext = Extract<ContextChoice, { readonly phase: string }>;

/**
 * Returns the next step of a place after its kubeconfig was read. The first rule that applies decides:
 * 1. No context can be used: the connection ends, or stays while the file cannot be read.
 * 2. The open connection uses the same context and credentials: the connection stays.
 * 3. The server has refused these credentials: the place waits for the user.
 * 4. The context needs a login that the user has not agreed to: the place asks for consent.
 * 5. Any other context: the place connects.
 */
export function decideOpeningStep(state: OpeningState, choice: ContextChoice): OpeningStep {
  if (!("chosen" in choice)) return decideWithoutContext(state, choice);
  const { chosen, current } = choice;
  const { contextName: name, namespace, server } = chosen;
  const identity = contextIdentity(chosen);
  const login = loginFingerprint(chosen);
  const fingerprint = contextFingerprint(chosen);
  const context: StateChange = { identity, login, name, namespace, server, current, doubt: undefined };
  if (state.openFingerprint === fingerprint) return { type: "kept", change: context };
  // Called for each context, so that a consent without a known login applies only to the first one.
  const mayLogIn = state.mayLogIn(login);
  if (state.refusedFingerprint === fingerprint) {
    const refused: StateChange = { phase: "authRequired", link: { state: "authRequired" }, isAsking: false };
    return { type: "barred", change: { ...context, ...refused } };
  }
  if (needsLogin(chosen) && !mayLogIn) {
    const problem = readLoginProgram(chosen);
    const asking: StateChange = { phase: "authRequired", link: { state: "idle" }, problem, isAsking: true };
    return { type: "barred", change: { ...context, ...asking } };
  }
  const connecting: StateChange = {
    phase: "connecting",
    problem: undefined,
    link: { state: "connecting" },
    isAsking: false,
  };
  return { type: "connect", change: { ...context, ...connecting }, chosen, fingerprint };
}

/**
 * Returns the step where no context can be used. A file that cannot be read for a moment ends no connection. A missing
 * context removes what was read through it.
 */
function decideWithoutContext(
  { context, openFingerprint }: OpeningState,
  { phase, problem, isBroken }: MissingContext,
): OpeningStep {
  if (openFingerprint !== undefined && isBroken) return { type: "kept", change: { doubt: problem } };
  const change: StateChange = {
    identity: undefined,
    login: undefined,
    namespace: undefined,
    server: undefined,
    current: undefined,
    doubt: undefined,
    name: context ?? "",
    phase,
    problem,
    link: { state: "idle" },
    isAsking: false,
  };
  return { type: "gone", change };
}

/**
 * Whether an open connection may be renewed from the current kubeconfig. It must be the same cluster with new
 * credentials, and need no program that the user has not agreed to.
 */
export function canRenewConnection(
  before: ChosenContext,
  { openFingerprint, mayLogIn }: Pick<OpeningState, "openFingerprint" | "mayLogIn">,
  chosen: ChosenContext,
): boolean {
  const isSameCluster = contextIdentity(chosen) === contextIdentity(before);
  const hasNewCredentials = contextFingerprint(chosen) !== openFingerprint;
  if (!isSameCluster || !hasNewCredentials) return false;
  return !needsLogin(chosen) || mayLogIn(loginFingerprint(chosen));
}

/** Returns the program or the auth provider that would log in. */
function readLoginProgram({ user }: ChosenContext): string {
  return sanitizeLine(`${user?.exec?.["command"] ?? user?.authProvider?.["name"] ?? ""}`);
}
