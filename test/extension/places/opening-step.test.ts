import { describe, expect, test } from "vitest";
import type { ContextChoice } from "../../../extension/places/choose-context.ts";
import { canRenewConnection, decideOpeningStep, type OpeningState } from "../../../extension/places/opening-step.ts";
import { loginFingerprint } from "../../../shared/io/auth/agreed-login.ts";
import type { ChosenContext } from "../../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../../shared/io/kubeconfig/context-fingerprint.ts";

/** A context whose user has this token, or a program that gives one. */
function buildContext(name: string, token?: string): ChosenContext {
  const user = { name, file: "/config", ...(token === undefined ? { exec: { command: "login" } } : { token }) };
  const cluster = { name, file: "/config", server: `https://${name}` };
  return { contextName: name, namespace: "home", cluster, user, server: `https://${name}` } as ChosenContext;
}

const contextWithToken = buildContext("prod", "first");
const contextWithNewToken = buildContext("prod", "second");
const contextOfOtherCluster = buildContext("dev", "first");
const contextWithProgram = buildContext("prod");
const contextWithOtherProgram: ChosenContext = {
  ...contextWithProgram,
  user: { name: "prod", file: "/config", exec: { command: "evil" } },
};
const contextWithoutVerification = {
  ...contextWithProgram,
  cluster: { ...contextWithProgram.cluster, insecureSkipTlsVerify: true },
};
const noContext: ContextChoice = { phase: "noContext", problem: "no context is chosen" };
const brokenKubeconfig: ContextChoice = { phase: "unusable", problem: "line 1: not YAML", isBroken: true };

interface Row {
  readonly rule: string;
  readonly open?: ChosenContext;
  readonly refused?: ChosenContext;
  /** Whether the user agreed to the login of `contextWithProgram`. */
  readonly hasAgreed?: boolean;
  readonly choice: ContextChoice;
  readonly type: string;
  readonly change: object;
}

const rows: readonly Row[] = [
  {
    rule: "the first chosen context is connected",
    choice: { chosen: contextWithToken, current: "prod" },
    type: "connect",
    change: { name: "prod", namespace: "home", current: "prod", phase: "connecting", link: { state: "connecting" } },
  },
  {
    rule: "the open context is kept, and its doubt is removed",
    open: contextWithToken,
    choice: { chosen: contextWithToken, current: "dev" },
    type: "kept",
    change: { name: "prod", current: "dev", doubt: undefined },
  },
  {
    rule: "a context with another token is connected again",
    open: contextWithToken,
    choice: { chosen: contextWithNewToken },
    type: "connect",
    change: { phase: "connecting", problem: undefined },
  },
  {
    rule: "a login program is not run before the user agrees, and the user sees its name",
    choice: { chosen: contextWithProgram },
    type: "barred",
    change: { phase: "authRequired", problem: "login", link: { state: "idle" }, isAsking: true },
  },
  {
    rule: "a login program that the user agreed to is run",
    hasAgreed: true,
    choice: { chosen: contextWithProgram },
    type: "connect",
    change: { phase: "connecting" },
  },
  {
    rule: "another login program for the same cluster is not run",
    hasAgreed: true,
    choice: { chosen: contextWithOtherProgram },
    type: "barred",
    change: { phase: "authRequired", problem: "evil", isAsking: true },
  },
  {
    rule: "a login program is not run for a server that is no longer verified",
    hasAgreed: true,
    choice: { chosen: contextWithoutVerification },
    type: "barred",
    change: { phase: "authRequired", problem: "login", isAsking: true },
  },
  {
    rule: "a login that was refused is not tried again",
    refused: contextWithProgram,
    hasAgreed: true,
    choice: { chosen: contextWithProgram },
    type: "barred",
    change: { phase: "authRequired", link: { state: "authRequired" }, isAsking: false },
  },
  {
    rule: "a token that was refused does not stop another token",
    refused: contextWithToken,
    choice: { chosen: contextWithNewToken },
    type: "connect",
    change: { phase: "connecting" },
  },
  {
    rule: "a kubeconfig that breaks keeps the open context",
    open: contextWithToken,
    choice: brokenKubeconfig,
    type: "kept",
    change: { doubt: "line 1: not YAML" },
  },
  {
    rule: "a kubeconfig that is broken at the start is a problem",
    choice: brokenKubeconfig,
    type: "gone",
    change: { name: "asked-for", phase: "unusable", problem: "line 1: not YAML", link: { state: "idle" } },
  },
  {
    rule: "a context that was removed closes the connection and removes what is known of the cluster",
    open: contextWithToken,
    choice: noContext,
    type: "gone",
    change: { phase: "noContext", identity: undefined, namespace: undefined, server: undefined, current: undefined },
  },
];

function agreeToLogin(hasAgreed: boolean): (login: string) => boolean {
  return (login) => hasAgreed && login === loginFingerprint(contextWithProgram);
}

function buildState({ open, refused, hasAgreed = false }: Row): OpeningState {
  const printFingerprint = (one: ChosenContext | undefined): string | undefined => one && contextFingerprint(one);
  return {
    context: "asked-for",
    openFingerprint: printFingerprint(open),
    refusedFingerprint: printFingerprint(refused),
    mayLogIn: agreeToLogin(hasAgreed),
  };
}

describe("the chosen context decides the next step", () => {
  test.for(rows)("$rule", (row) => {
    const step = decideOpeningStep(buildState(row), row.choice);
    expect(step).toMatchObject({ type: row.type, change: row.change });
  });

  test("the user's consent is not needed for the context that is open", () => {
    const refuseToAsk = (): boolean => expect.unreachable("asked");
    const state = {
      context: undefined,
      openFingerprint: contextFingerprint(contextWithProgram),
      refusedFingerprint: undefined,
      mayLogIn: refuseToAsk,
    };
    expect(decideOpeningStep(state, { chosen: contextWithProgram }).type).toBe("kept");
  });
});

describe("a connection is renewed for the same cluster and user", () => {
  test.for<{
    readonly rule: string;
    readonly chosen: ChosenContext;
    readonly hasAgreed: boolean;
    readonly is: boolean;
  }>([
    {
      rule: "a new token for the same cluster renews the connection",
      chosen: contextWithNewToken,
      hasAgreed: false,
      is: true,
    },
    { rule: "the same token does not renew the connection", chosen: contextWithToken, hasAgreed: true, is: false },
    {
      rule: "a context of another cluster does not renew the connection",
      chosen: contextOfOtherCluster,
      hasAgreed: true,
      is: false,
    },
    {
      rule: "a login program does not renew the connection before the user agrees",
      chosen: contextWithProgram,
      hasAgreed: false,
      is: false,
    },
    {
      rule: "a login program that the user agreed to renews the connection",
      chosen: contextWithProgram,
      hasAgreed: true,
      is: true,
    },
    {
      rule: "another login program does not renew the connection",
      chosen: contextWithOtherProgram,
      hasAgreed: true,
      is: false,
    },
    {
      rule: "a server that is no longer verified does not renew the connection",
      chosen: contextWithoutVerification,
      hasAgreed: true,
      is: false,
    },
  ])("$rule", ({ chosen, hasAgreed, is }) => {
    expect(
      canRenewConnection(
        contextWithToken,
        { openFingerprint: contextFingerprint(contextWithToken), mayLogIn: agreeToLogin(hasAgreed) },
        chosen,
      ),
    ).toBe(is);
  });
});

test("the identity of a cluster has no credential", () => {
  expect(contextIdentity(contextWithToken)).toBe(contextIdentity(contextWithNewToken));
  expect(contextIdentity(contextWithToken)).not.toBe(contextIdentity(contextOfOtherCluster));
  expect(contextIdentity(contextWithToken)).not.toContain("first");
});
