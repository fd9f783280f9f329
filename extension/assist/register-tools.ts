import { Disposable, lm } from "vscode";
import { toolNames } from "../platform/contributions.ts";
import type { PlaceStates } from "../session/session-parts.ts";

/** Registers the tools that a language model may call. They read what is already known, and send no request. */
export function registerTools(session: PlaceStates): Disposable {
  const tool = (name: keyof typeof toolNames): Disposable =>
    lm.registerTool(toolNames[name], {
      invoke: async ({ input }) => (await import("./tools.lazy.ts")).answerTool(session, name, input),
    });
  return Disposable.from(tool("status"), tool("explain"), tool("gate"));
}
