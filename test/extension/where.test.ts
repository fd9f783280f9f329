import { describe, expect, test } from "vitest";
import { isLoginRequired, isOther } from "../../extension/places/place-state.ts";
import { isWorkedOn } from "../../extension/platform/document-schemes.ts";
import { withFolder, workspaceFolderVariable } from "../../extension/platform/workspace-variable.ts";
import { sortByLikelihood, sortByName } from "../../extension/session/sort-picks.ts";
import { decideReveal } from "../../extension/tree/pending-reveal.ts";

describe("the variable of the workspace folder in a setting is a folder on this machine", () => {
  const localFolder = { scheme: "file", fsPath: "/a$&b/$1" };
  const virtualFolder = { scheme: "vscode-vfs", fsPath: "/github/x" };
  const setting = `${workspaceFolderVariable}/kubeconfig`;

  test("the folder of the setting replaces the variable", () => {
    expect(withFolder(setting, localFolder, [])).toBe("/a$&b/$1/kubeconfig");
  });

  test("the folder replaces each variable in a setting", () => {
    const twoPaths = `${workspaceFolderVariable}/a:${workspaceFolderVariable}/b`;
    expect(withFolder(twoPaths, localFolder, [])).toBe("/a$&b/$1/a:/a$&b/$1/b");
  });

  test("the first folder of the window on this machine replaces the variable in a setting of no folder", () => {
    expect(withFolder(setting, undefined, [virtualFolder, localFolder])).toBe("/a$&b/$1/kubeconfig");
  });

  test("a setting has no value where no folder of the window is on this machine", () => {
    expect(withFolder(setting, undefined, [virtualFolder])).toBe(undefined);
    expect(withFolder(setting, undefined, [])).toBe(undefined);
  });

  test("a setting of a virtual folder has no value", () => {
    expect(withFolder(setting, virtualFolder, [localFolder])).toBe(undefined);
  });

  test("a setting without the variable keeps its value", () => {
    expect(withFolder("/etc/kubeconfig", virtualFolder, [])).toBe("/etc/kubeconfig");
  });
});

describe("the live state is shown beside documents that a user edits", () => {
  const rows = [
    { scheme: "file", folders: [], is: true },
    { scheme: "untitled", folders: [], is: true },
    { scheme: "vscode-remote", folders: [], is: true },
    { scheme: "vscode-vfs", folders: [], is: true },
    { scheme: "memfs", folders: ["file", "memfs"], is: true },
    { scheme: "memfs", folders: ["file"], is: false },
    { scheme: "git", folders: ["file"], is: false },
    { scheme: "output", folders: ["file"], is: false },
    { scheme: "hco-status-live", folders: ["file"], is: false },
    { scheme: "hco-status-compared", folders: ["file"], is: false },
  ];
  test.for(rows)(
    "a document of the scheme $scheme in a workspace of $folders can have its live state: $is",
    ({ scheme, folders, is }) => {
      expect(isWorkedOn(scheme, folders)).toBe(is);
    },
  );
});

test("files with the name of the object come first", () => {
  const files = ["/b/other.yaml", "/web/main.yaml", "/a/web.yaml", "/c/more.yaml"].map((path) => ({ path }));
  expect(sortByLikelihood(files, "web").map(({ path }) => path)).toEqual([
    "/a/web.yaml",
    "/web/main.yaml",
    "/b/other.yaml",
    "/c/more.yaml",
  ]);
});

describe("a requested row is shown as soon as it exists", () => {
  const wanted = { ref: { group: "", kind: "Pod", name: "a" }, place: "here", requestedAtMs: 1_000, isTried: false };
  const rows: readonly {
    readonly rule: string;
    readonly place: string;
    readonly at: number;
    readonly decision: ReturnType<typeof decideReveal>;
  }[] = [
    { rule: "a row that exists at once takes the focus", place: "here", at: 1_000, decision: "focus" },
    { rule: "a row that exists after five seconds takes the focus", place: "here", at: 6_000, decision: "focus" },
    {
      rule: "a row that exists later than five seconds is selected without the focus",
      place: "here",
      at: 6_001,
      decision: "select",
    },
    {
      rule: "a row that exists after a minute is selected, since a login may take long",
      place: "here",
      at: 61_000,
      decision: "select",
    },
    { rule: "a row that exists later than a minute is not selected", place: "here", at: 61_001, decision: "drop" },
    {
      rule: "a row is not selected where the clock was set back by more than a minute",
      place: "here",
      at: -59_001,
      decision: "drop",
    },
    { rule: "a row of another source is not selected", place: "there", at: 1_001, decision: "drop" },
  ];
  test.for(rows)("$rule", ({ place, at, decision }) => {
    expect(decideReveal(wanted, place, at)).toBe(decision);
  });

  test("a row that was tried takes no focus again", () => {
    expect(decideReveal({ ...wanted, isTried: true }, "here", 1_000)).toBe("select");
  });
});

test("two clusters with different identities are different", () => {
  expect(isOther("cluster-1", "cluster-2")).toBe(true);
  expect(isOther("cluster-1", "cluster-1")).toBe(false);
});

test("a cluster without an identity is not known to be different", () => {
  expect(isOther(undefined, "cluster-1")).toBe(false);
  expect(isOther("cluster-1", undefined)).toBe(false);
});

describe("a login is required before new objects arrive", () => {
  test("a login is required where no object is shown because of it", () => {
    expect(isLoginRequired({ phase: "authRequired", link: { state: "idle" } })).toBe(true);
  });

  test("a login is required where the link of shown objects needs it", () => {
    expect(isLoginRequired({ phase: "shown", link: { state: "authRequired" } })).toBe(true);
  });

  test("a login is required until the user agrees to it", () => {
    expect(isLoginRequired({ phase: "shown", link: { state: "idle" }, isAsking: true })).toBe(true);
  });

  test("no login is required where the server is unreachable", () => {
    expect(isLoginRequired({ phase: "shown", link: { state: "unreachable" } })).toBe(false);
  });
});

test("contexts are sorted by name and number, the current one first", () => {
  const contexts = ["prod", "cluster-10", "Dev", "cluster-9", "admin@test"].map((name) => ({ name }));
  expect(sortByName(contexts, "prod").map(({ name }) => name)).toEqual([
    "prod",
    "admin@test",
    "cluster-9",
    "cluster-10",
    "Dev",
  ]);
});
