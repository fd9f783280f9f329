import { commands, Disposable, type ExtensionContext } from "vscode";
import { commands as ids, views } from "./contributions.ts";
import { keyOfPlace } from "./place.ts";
import { placeOf } from "./place-name.ts";
import type { Session } from "./session.ts";

/** The commands that need no more than the session, and those that ask a person where to look. */
export function registerCommands(session: Session): Disposable {
  const table: Readonly<Record<string, (...words: unknown[]) => unknown>> = {
    [ids.connect]: (word) => connect(session, word),
    // Who asks again has not asked to connect: no program for logging in may be run for that alone.
    [ids.refresh]: () => session.refresh(),
    [ids.showLog]: () => session.log.show(),
    [ids.pickContext]: async (name) => (await import("./pick-context.ts")).pickContext(session, name),
    [ids.chooseKubeconfig]: async (path) => (await import("./pick-context.ts")).chooseKubeconfig(session, path),
    [ids.pinContext]: async () => (await import("./pick-context.ts")).pinContext(session),
    [ids.pickNamespaces]: async (names) => (await import("./pick-namespaces.ts")).pickNamespaces(session, names),
    [ids.openGather]: async (path, holds) => (await import("./open-gather.ts")).openGather(session, path, holds),
    [ids.closeGather]: () => session.useCluster(),
    [ids.openSample]: () => session.use(sampleOf(session.context)),
    [ids.showUnwell]: async () => (await import("./show-unwell.ts")).showUnwell(session),
    [ids.openManifest]: async (word) => (await import("./open-manifest.ts")).openManifest(session, word),
  };
  const registered = Object.entries(table).map(([id, run]) => commands.registerCommand(id, run));
  return Disposable.from(...registered);
}

/** The must-gather that comes with us. */
function sampleOf({ extensionUri }: ExtensionContext): { kind: "files"; holds: "gather"; path: string } {
  return { kind: "files", holds: "gather", path: `${extensionUri.fsPath}/media/sample` };
}

/** A link that names a place which nobody looks at any more leads nowhere. */
async function connect(session: Session, word: unknown): Promise<void> {
  const place = word === undefined ? session.view.place : placeOf(session, word);
  if (place !== undefined) session.connect(place);
  // Somebody wants to see what comes of it, and a manifest alone may be no reason to look.
  if (place === undefined || keyOfPlace(place) === keyOfPlace(session.view.place))
    await commands.executeCommand(`${views.roots}.focus`);
}
