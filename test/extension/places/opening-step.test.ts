import { describe, expect, test } from "vitest";
import type { ContextChoice } from "../../../extension/places/choose-context.ts";
import { canRenewConnection, decideOpeningStep, type OpeningState } from "../../../extension/places/opening-step.ts";
import { loginFingerprint } from "../../../shared/io/auth/agreed-login.ts";
import type { ChosenContext } from "../../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../../shared/io/kubeconfig/context-fingerprint.ts";

/** A context whose user has this token, or a program that gives one. */
function context(name: string, token?: string): ChosenContext {
  const user = { name, file: "/config", ...(token === undefined ? { exec: { command: "login" } } : { token }) };
  const cluster = { name, file: "/config", server: `https://${name}` };
  return { contextName: name, namespace: "home", cluster, user, server: `https://${name}` } as ChosenContext;
}

const byToken = context("prod", "first");
const renewed = context("prod", "second");
const other = context("dev", "first");
const byProgram = context("prod");
const byOther: ChosenContext = { ...byProgram, user: { name: "prod", file: "/config", exec: { command: "evil" } } };
const unverified = { ...byProgram, cluster: { ...byProgram.cluster, insecureSkipTlsVerify: true } };
const gone: ContextChoice = { phase: "noContext", problem: "no context is chosen" };
const broken: ContextChoice = { phase: "unusable", problem: "line 1: not YAML", isBroken: true };

interface Row {
  readonly rule: string;
  readonly open?: ChosenContext;
  readonly refused?: ChosenContext;
  /** Whether the user agreed to the login of `byProgram`. */
  readonly may?: boolean;
  readonly choice: ContextChoice;
  readonly is: string;
  readonly change: object;
}

const rows: readonly Row[] = [
  {
    rule: "the first context is connected to",
    choice: { chosen: byToken, current: "prod" },
    is: "connect",
    change: { name: "prod", namespace: "home", current: "prod", phase: "connecting", link: { state: "connecting" } },
  },
  {
    rule: "the same context stays open, and what was in doubt is taken back",
    open: byToken,
    choice: { chosen: byToken, current: "dev" },
    is: "kept",
    change: { name: "prod", current: "dev", doubt: undefined },
  },
  {
    rule: "another token is another connection",
    open: byToken,
    choice: { chosen: renewed },
    is: "connect",
    change: { phase: "connecting", problem: undefined },
  },
  {
    rule: "a program is not run before the user agrees, and it is named",
    choice: { chosen: byProgram },
    is: "barred",
    change: { phase: "authRequired", problem: "login", link: { state: "idle" }, isAsking: true },
  },
  {
    rule: "a program that the user agreed to is run",
    may: true,
    choice: { chosen: byProgram },
    is: "connect",
    change: { phase: "connecting" },
  },
  {
    rule: "another program at the same cluster is not run",
    may: true,
    choice: { chosen: byOther },
    is: "barred",
    change: { phase: "authRequired", problem: "evil", isAsking: true },
  },
  {
    rule: "the program is not run for a server that is not verified any more",
    may: true,
    choice: { chosen: unverified },
    is: "barred",
    change: { phase: "authRequired", problem: "login", isAsking: true },
  },
  {
    rule: "a log-in that was refused is not tried again",
    refused: byProgram,
    may: true,
    choice: { chosen: byProgram },
    is: "barred",
    change: { phase: "authRequired", link: { state: "authRequired" }, isAsking: false },
  },
  {
    rule: "a refusal of another token stops nothing",
    refused: byToken,
    choice: { chosen: renewed },
    is: "connect",
    change: { phase: "connecting" },
  },
  {
    rule: "a file that breaks while a context is open ends nothing",
    open: byToken,
    choice: broken,
    is: "kept",
    change: { doubt: "line 1: not YAML" },
  },
  {
    rule: "a file that is broken at the start is in the way",
    choice: broken,
    is: "gone",
    change: { name: "asked-for", phase: "unusable", problem: "line 1: not YAML", link: { state: "idle" } },
  },
  {
    rule: "a context that is gone ends what is open, and nothing is known of its cluster",
    open: byToken,
    choice: gone,
    is: "gone",
    change: { phase: "noContext", identity: undefined, namespace: undefined, server: undefined, current: undefined },
  },
];

function agreeToLogin(may: boolean): (login: string) => boolean {
  return (login) => may && login === loginFingerprint(byProgram);
}

function stateOf({ open, refused, may = false }: Row): OpeningState {
  const print = (one: ChosenContext | undefined): string | undefined => one && contextFingerprint(one);
  return { context: "asked-for", open: print(open), refused: print(refused), mayLogIn: agreeToLogin(may) };
}

describe("what a reading of the kubeconfig means for a place", () => {
  test.for(rows)("$rule", (row) => {
    const step = decideOpeningStep(stateOf(row), row.choice);
    expect(step).toMatchObject({ is: row.is, change: row.change });
  });

  test("the user's consent is not used up by the context that is open already", () => {
    const refuseToAsk = (): boolean => expect.unreachable("asked");
    const state = {
      context: undefined,
      open: contextFingerprint(byProgram),
      refused: undefined,
      mayLogIn: refuseToAsk,
    };
    expect(decideOpeningStep(state, { chosen: byProgram }).is).toBe("kept");
  });
});

describe("an open connection is renewed", () => {
  test.for<{ readonly rule: string; readonly chosen: ChosenContext; readonly may: boolean; readonly is: boolean }>([
    { rule: "by a new token for the same cluster", chosen: renewed, may: false, is: true },
    { rule: "not by the same token", chosen: byToken, may: true, is: false },
    { rule: "not by a context that leads to another cluster", chosen: other, may: true, is: false },
    { rule: "not by a program before the user agrees", chosen: byProgram, may: false, is: false },
    { rule: "by a program that the user agreed to", chosen: byProgram, may: true, is: true },
    { rule: "not by another program", chosen: byOther, may: true, is: false },
    { rule: "not for a server that is not verified any more", chosen: unverified, may: true, is: false },
  ])("$rule", ({ chosen, may, is }) => {
    expect(
      canRenewConnection(byToken, { open: contextFingerprint(byToken), mayLogIn: agreeToLogin(may) }, chosen),
    ).toBe(is);
  });
});

test("the text of a cluster holds nothing that proves who the user is", () => {
  expect(contextIdentity(byToken)).toBe(contextIdentity(renewed));
  expect(contextIdentity(byToken)).not.toBe(contextIdentity(other));
  expect(contextIdentity(byToken)).not.toContain("first");
});
