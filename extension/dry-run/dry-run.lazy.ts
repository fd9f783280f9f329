import { commands, Disposable, languages, Uri, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { findChangedFields, findRemovedFields } from "../../shared/manifest/changed-fields.ts";
import type { DryRunReply } from "../../shared/model/manifest/dry-run.ts";
import { toText, valueAt } from "../../shared/parse/json-value.ts";
import { dryRunSides, serverMessage } from "../../shared/render/editor/live-yaml/dry-run.ts";
import * as words from "../../shared/render/words/editor/dry-run.ts";
import { lineFromError } from "../places/choose-context.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { showMessage, tellError, withProgress } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { type DryRunSession, type DryRunSubject, findSubject } from "./find-subject.ts";
import { refusalDiagnostics } from "./refusal-diagnostics.ts";
import { limitReply, patience } from "./reply-limit.ts";
import { sendTraced } from "./send-traced.ts";

/** The dry runs of one window, with the results that are shown. */
export interface DryRuns extends Disposable {
  /** Makes a dry run of the manifest that a command's arguments name, and shows its result. */
  run(all: readonly unknown[]): Promise<void>;
  /** Returns the text of one side of a comparison. */
  text(uri: Uri): string;
}

export function createDryRuns(session: DryRunSession): DryRuns {
  const refusals = languages.createDiagnosticCollection("hco-status-dry-run");
  const texts = new Map<string, string>();
  const forget = (uri: Uri): void => {
    texts.delete(uri.toString());
    refusals.delete(uri);
  };
  const subscriptions = Disposable.from(
    refusals,
    workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    // The lines that the server objected to may be others now.
    workspace.onDidChangeTextDocument(({ document }) => refusals.delete(document.uri)),
  );

  async function run(all: readonly unknown[]): Promise<void> {
    const subject = await findSubject(session, all);
    if (typeof subject === "string") {
      await showMessage(subject);
      return;
    }
    const { document } = subject.written;
    refusals.delete(document.uri);
    const { version } = document;
    const reply = await replyTo(subject);
    if (reply === undefined) return;
    if (reply.is === "computed") await showResult(subject, reply);
    else if (reply.is === "refused" && document.version === version)
      refusals.set(document.uri, refusalDiagnostics(subject.written, reply));
    if (reply.is !== "computed") await tellError(failureText(subject, reply));
  }

  async function showResult(
    { target, manifest, placeName }: DryRunSubject,
    { live, result }: Extract<DryRunReply, { is: "computed" }>,
  ): Promise<void> {
    const sides = dryRunSides(translate, live, result);
    const stamp = `${systemClock.now()}`;
    const side = (which: "live" | "result"): Uri => {
      const path = `/${words.dryRunSideTitle(translate, target.name, which)}`;
      const uri = Uri.from({ scheme: uriSchemes.dryRun, path, query: stamp });
      texts.set(uri.toString(), sides[which]);
      return uri;
    };
    const title = words.dryRunTitle(translate, target.name, placeName);
    await commands.executeCommand("vscode.diff", side("live"), side("result"), title, { preview: true });
    const changed = findChangedFields(target, live === undefined ? undefined : sides.before, sides.after);
    const namespace = toText(valueAt(result, ["metadata", "namespace"]));
    const name = namespace === "" ? target.name : `${namespace}/${target.name}`;
    const removed = findRemovedFields(live, manifest);
    const named = { name, place: placeName, isCreated: live === undefined, removed };
    await showMessage(words.changeText(translate, { ...named, ...changed }));
  }

  return {
    run,
    text: (uri) => texts.get(uri.toString()) ?? `# ${words.expiredResultLine(translate)}\n`,
    dispose() {
      texts.clear();
      subscriptions.dispose();
    },
  };
}

/** Returns the reply of the server. Undefined where the user cancelled, or after a message that there is none. */
async function replyTo({ target, manifest, cluster, placeName }: DryRunSubject): Promise<DryRunReply | undefined> {
  const limit = limitReply(cluster.around.clock, cluster.left);
  const { connection, discovery } = cluster;
  const send = sendTraced(cluster);
  try {
    const { requestDryRun } = await import("../../shared/io/reader/dry-run.ts");
    return await withProgress(words.progressTitle(translate, target.name, placeName), (_, token) => {
      token.onCancellationRequested(limit.cancel);
      return requestDryRun({ connection, discovery, send }, target, manifest, limit.signal);
    });
  } catch (error) {
    if (limit.end === "placeLost") await tellError(words.placeLostText(translate, placeName));
    else if (limit.end === "timedOut") await tellError(words.timedOutText(translate, placeName, patience / 1000));
    else if (limit.end === undefined) await tellError(words.noResultText(translate, lineFromError(error)));
    return undefined;
  } finally {
    limit.dispose();
  }
}

type Failure = Exclude<DryRunReply, { is: "computed" }>;

function failureText({ target }: DryRunSubject, reply: Failure): string {
  switch (reply.is) {
    case "forbidden":
      return words.forbiddenText(translate, reply.verb, reply.resource, serverMessage(reply.cause));
    case "unsupported":
      return words.unsupportedText(translate, reply.resource, reply.cause && serverMessage(reply.cause));
    case "refused":
      return words.refusedText(translate, target.name, serverMessage(reply.message, 300));
    default:
      return words.noResultText(translate, serverMessage(reply.cause));
  }
}
