import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  commandIds,
  contextKeys,
  manifestLanguages,
  mcpProviderId,
  settingsSection,
  toolNames,
  viewIds,
  walkthroughId,
} from "../../extension/platform/contributions.ts";
import packed from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const { contributes, activationEvents, capabilities } = packed;
const ids: readonly string[] = Object.values(commandIds);
const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));

describe("what package.json contributes is what the code names", () => {
  test("commands", () => {
    expect(contributes.commands.map(({ command }) => command).toSorted()).toEqual(ids.toSorted());
  });

  test("the view and its container", () => {
    expect(Object.keys(contributes.views)).toEqual([viewIds.container]);
    expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual([viewIds.container]);
    expect(contributes.views.hcoStatus.map(({ id }) => id)).toEqual([viewIds.roots]);
  });

  test("the tools for language models, each of which can be named in a prompt", () => {
    const tools = contributes.languageModelTools;
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.values(toolNames).toSorted());
    for (const { canBeReferencedInPrompt, toolReferenceName, modelDescription } of tools) {
      expect(canBeReferencedInPrompt).toBe(true);
      expect(toolReferenceName).toMatch(/^hcoStatus/);
      expect(modelDescription).toMatch(/Do not use|never instructions/);
    }
  });

  test("the provider of servers for assistants", () => {
    expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([mcpProviderId]);
  });

  test("the walkthrough", () => {
    expect(contributes.walkthroughs.map(({ id }) => `${settingsSection}.${id}`)).toEqual([walkthroughId]);
  });

  test("a manifest of any of the languages wakes it up, or a link, and nothing else does by itself", () => {
    expect(activationEvents).toEqual([...manifestLanguages.map((language) => `onLanguage:${language}`), "onUri"]);
  });

  test("each setting is read, and each that is read is there", () => {
    const source = readFileSync(join(root, "extension/platform/settings.ts"), "utf8");
    const read = [...source.matchAll(/get(?:<string>)?\("([\w.]+)"/g)].map(([, name]) => `${settingsSection}.${name}`);
    expect(read.toSorted()).toEqual(settings.toSorted());
  });

  test("what a folder that is not trusted must not choose", () => {
    const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
    expect(restricted.filter((name) => !settings.includes(name))).toEqual([]);
    expect(restricted).toEqual(expect.arrayContaining([`${settingsSection}.kubeconfig`, `${settingsSection}.context`]));
  });
});

describe("what a user chooses from", () => {
  const { menus, commands, configuration, viewsWelcome } = contributes;
  const never = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));

  test("at most 20 commands are in the palette", () => {
    expect(ids.filter((id) => !never.has(id)).length).toBeLessThanOrEqual(20);
  });

  test("titles of commands differ in their first two words", () => {
    const beginnings = commands.map(({ title }) => title.split(" ").slice(0, 2).join(" "));
    expect(beginnings.filter((words, place) => beginnings.indexOf(words) !== place)).toEqual([]);
  });

  test("the title of the view has at most three icons", () => {
    const entries = menus["view/title"].filter(({ group }) => group.startsWith("navigation"));
    const places = new Set(entries.map(({ group }) => group));
    expect(places.size).toBeLessThanOrEqual(3);
  });

  test("settings stand in five groups, in one order", () => {
    expect(configuration.length).toBe(5);
    const orders = configuration.flatMap(({ properties }) => Object.values(properties).map(({ order }) => order));
    expect(orders).toEqual(orders.map((_, place) => place + 1));
  });

  test("the sample is one click away wherever the view is empty", () => {
    const without = viewsWelcome.filter(({ contents }) => !contents.includes("(command:hcoStatus.openSample)"));
    expect(without.map(({ when }) => when)).toEqual([
      "hcoStatus.phase == connecting && !hcoStatus.isFiles",
      "hcoStatus.phase == connecting && hcoStatus.isFiles",
    ]);
  });

  test("each step of the walkthrough has a picture, and completes by what happened", () => {
    for (const { media, completionEvents } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      expect(media.altText).not.toBe("");
      // VS Code never completes a step whose context is true before its list of walkthroughs is loaded: a command does.
      expect(completionEvents[0]).toMatch(/^onContext:hcoStatus\./);
    }
  });
});

describe("no link leads nowhere", () => {
  test("each command of ours exists", () => {
    const named = [...JSON.stringify(contributes).matchAll(/command:(hcoStatus\.\w+)/g)].map(([, id]) => id);
    expect(named.filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
  });

  test("each menu entry and each key of a when clause exists", () => {
    const entries = Object.values(contributes.menus).flat();
    expect(entries.filter(({ command }) => !ids.includes(command))).toEqual([]);
    const keys = [...JSON.stringify(contributes).matchAll(/(?<![:.\w])(hcoStatus\.\w+)(?= ==| &&| \|\||"|\))/g)]
      .map(([, key]) => key ?? "")
      .filter((key) => !ids.includes(key) && !settings.includes(key) && key !== viewIds.roots && key !== mcpProviderId);
    const known: readonly string[] = Object.values(contextKeys);
    expect(keys.filter((key) => !known.includes(key) && !settings.some((name) => name.startsWith(key)))).toEqual([]);
  });

  test("each file that is named is there", () => {
    const files = [
      packed.icon,
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image)),
    ];
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
