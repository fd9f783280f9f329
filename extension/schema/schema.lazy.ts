import { Disposable, Hover, languages, type TextDocument } from "vscode";
import { linkManifest } from "../../shared/manifest/link-manifest.ts";
import { isUnkeptField } from "../../shared/manifest/reduced-object.ts";
import { valueAt } from "../../shared/parse/json-value.ts";
import { fieldHoverParts, type LiveValue } from "../../shared/render/editor/schema/field-texts.ts";
import { type FoundField, findField } from "../../shared/schema/find-field.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { rangeOf } from "../platform/documents.ts";
import { toMarkdownString } from "../platform/markdown-string.ts";
import type { DefinitionSource, ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { completionProvider } from "./completion.ts";
import { createDocumentSchemas, type DocumentSchemas } from "./document-schemas.ts";
import { markProblems } from "./problems.ts";
import { type DocumentSchema, joinYamlExtension } from "./yaml-extension.ts";

/** A space after a colon shows the values of a field. A quote shows the fields of JSON. */
const completionTriggers = [" ", '"'];

/** Opens the help while writing. All of it answers at once from the schemas that are known. */
export function openSchemaHelp(session: ManifestSurface & DefinitionSource & SettingsSource): Disposable {
  const schemas = createDocumentSchemas(session);
  const yaml = joinYamlExtension((document) => listReliableSchemas(document, session, schemas), session.log.failed);
  const languageIds = [...manifestLanguages];
  return Disposable.from(
    schemas,
    markProblems(session, schemas, yaml.speaksFor),
    languages.registerCompletionItemProvider(
      languageIds,
      completionProvider(session, schemas, yaml.speaksFor),
      ...completionTriggers,
    ),
    languages.registerHoverProvider(languageIds, {
      provideHover(document, position) {
        if (!session.settings.hover || yaml.speaksFor(document)) return undefined;
        return describeField(document, document.offsetAt(position), session, schemas);
      },
    }),
    new Disposable(yaml.dispose),
  );
}

/** The schemas of the kinds in a document, each once, of which the CRD is certain. */
function listReliableSchemas(
  document: TextDocument,
  session: ManifestSurface,
  schemas: DocumentSchemas,
): readonly DocumentSchema[] {
  const findSchema = schemas.at(document);
  const byRoot = new Map<SchemaNode, DocumentSchema>();
  for (const object of session.getOrParseManifest(document)?.objects ?? []) {
    const schema = findSchema(object);
    if (schema?.isReliable === true) byRoot.set(schema.root, { ...schema, version: object.version });
  }
  return [...byRoot.values()];
}

/** The hover of the field at an offset: what its schema says, and its value on the cluster. */
function describeField(
  document: TextDocument,
  offset: number,
  session: ManifestSurface,
  schemas: DocumentSchemas,
): Hover | undefined {
  const manifest = session.getOrParseManifest(document);
  if (manifest === undefined) return undefined;
  const findSchema = schemas.at(document);
  const field = findField(manifest, offset, (object) => findSchema(object)?.root);
  const schema = field === undefined ? undefined : findSchema(field.object);
  if (field === undefined || schema === undefined) return undefined;
  const parts = fieldHoverParts(field.facts, schema.source, readLiveValue(document, field, session));
  return new Hover(toMarkdownString(parts), rangeOf(document, field.span));
}

/**
 * The value of a field on the cluster. Undefined where no live object is known, where the field was not kept of it, and for a
 * field of an item in a list: the server may keep the items in another order.
 */
function readLiveValue(
  document: TextDocument,
  { object, path }: FoundField,
  session: ManifestSurface,
): LiveValue | undefined {
  const names = path.filter((step) => typeof step === "string");
  const isInList = names.length < path.length;
  const place = session.at(document.uri);
  const link = linkManifest(object, place, session.getOrParseManifest(document)?.objects);
  if (isInList || link.state !== "linked" || link.object === undefined) return undefined;
  if (isUnkeptField(link.object, names)) return undefined;
  return { value: valueAt(link.object.raw, ...path), place: place.name };
}
