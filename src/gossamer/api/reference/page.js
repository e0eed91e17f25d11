// Shows /openapi.json. Text from the document is only ever set as text, never as markup.
"use strict";

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

// Markdown as far as the descriptions use it: paragraphs, list items, `code`.
const inline = (text) =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part));

const prose = (text) =>
  (text || "").split(/\n\s*\n/).filter(Boolean).map((block) => {
    const lines = block.trim().split("\n");
    return lines.every((line) => line.startsWith("- "))
      ? make("ul", {}, lines.map((line) => make("li", {}, inline(line.slice(2)))))
      : make("p", {}, inline(lines.join(" ")));
  });

const nameOf = (ref) => ref.split("/").pop();

const typeOf = (schema) => {
  if (!schema) return ["any"];
  if (schema.$ref) return [make("a", { href: `#${nameOf(schema.$ref)}` }, nameOf(schema.$ref))];
  if (schema.const !== undefined) return [make("code", {}, JSON.stringify(schema.const))];
  if (schema.enum) return joined(schema.enum.map((value) => [make("code", {}, JSON.stringify(value))]));
  const choices = schema.anyOf || schema.oneOf;
  if (choices) return joined(choices.filter((one) => one.type !== "null").map(typeOf));
  if (schema.type === "array") return ["array of ", ...typeOf(schema.items)];
  if (schema.type === "object" && schema.additionalProperties && schema.additionalProperties !== true) {
    return ["object of ", ...typeOf(schema.additionalProperties)];
  }
  return [schema.type || "any"];
};

const joined = (parts) => parts.flatMap((part, index) => (index ? [" or ", ...part] : part));

const limits = (schema) => {
  const all = [schema, ...(schema.anyOf || [])];
  const first = (key) => all.map((one) => one[key]).find((value) => value !== undefined);
  const told = [];
  const say = (key, text) => first(key) !== undefined && told.push(`${text} ${first(key)}`);
  say("minimum", "at least");
  say("exclusiveMinimum", "more than");
  say("maximum", "at most");
  say("maxLength", "characters at most");
  say("maxItems", "entries at most");
  if (schema.default !== undefined && schema.default !== null) told.push(["default ", make("code", {}, JSON.stringify(schema.default))]);
  return told.flatMap((one, index) => [index ? ", " : "", one].flat());
};

const describe = (schema) => {
  const text = schema.description || (schema.anyOf || []).map((one) => one.description).find(Boolean) || "";
  const told = limits(schema);
  return [...inline(text), text && told.length ? " — " : "", ...told];
};

const members = (schema) => {
  const required = new Set(schema.required || []);
  const rows = Object.entries(schema.properties || {}).map(([name, member]) =>
    make("tr", {},
      make("td", {}, make("code", {}, name), required.has(name) ? " *" : ""),
      make("td", {}, typeOf(member)),
      make("td", {}, describe(member))));
  if (!rows.length) return null;
  const head = make("tr", {}, ["Name", "Type", "Meaning"].map((title) => make("th", {}, title)));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, rows));
};

const curl = (method, path, example) => {
  const lines = [`curl -X ${method.toUpperCase()} ${location.origin}${path} \\`, `  -H "Authorization: Bearer $GOSSAMER_API_KEY"`];
  if (example) {
    lines[1] += " \\";
    lines.push(`  -H "Content-Type: application/json" \\`, `  -d '${JSON.stringify(example)}'`);
  }
  return make("pre", { tabindex: 0 }, lines.join("\n"));
};

const answerOf = (operation) => operation.responses["200"]?.content?.["application/json"]?.schema;
const bodyOf = (operation) => operation.requestBody?.content?.["application/json"]?.schema;

const operationSection = (api, method, path, operation) => {
  const body = bodyOf(operation);
  const open = Array.isArray(operation.security) && !operation.security.length;
  const example = body?.$ref ? api.components.schemas[nameOf(body.$ref)]?.example : undefined;
  return make("section", { id: operation.operationId },
    make("h2", {}, make("span", { class: "method" }, method.toUpperCase()), make("code", {}, path)),
    make("p", {}, make("strong", {}, operation.summary), open ? " (no key needed)" : ""),
    prose(operation.description),
    body ? make("p", {}, "Body: ", typeOf(body)) : null,
    answerOf(operation) ? make("p", {}, "Answer: ", typeOf(answerOf(operation))) : null,
    open ? null : curl(method, path, example));
};

const schemaSection = (name, schema) =>
  make("section", { id: name },
    make("h2", {}, name),
    prose(schema.description),
    members(schema),
    schema.example ? make("pre", { tabindex: 0 }, JSON.stringify(schema.example, null, 2)) : null);

const link = (target, ...text) => make("a", { href: `#${target}` }, ...text);

const show = (api) => {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })));
  const contents = document.getElementById("contents");
  const reference = document.getElementById("reference");
  contents.append(make("strong", {}, `${api.info.title} ${api.info.version}`));
  for (const tag of new Set(operations.map(({ operation }) => operation.tags[0]))) {
    contents.append(make("h2", {}, tag));
    for (const { method, path, operation } of operations.filter((one) => one.operation.tags[0] === tag)) {
      contents.append(link(operation.operationId, `${method.toUpperCase()} ${path}`));
    }
  }
  contents.append(make("h2", {}, "Shapes"));
  reference.append(make("h1", {}, api.info.title), ...prose(api.info.description));
  for (const { method, path, operation } of operations) {
    reference.append(operationSection(api, method, path, operation));
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    contents.append(link(name, name));
    reference.append(schemaSection(name, schema));
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
};

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then(show)
  .catch((error) => document.getElementById("reference").append(`The reference could not be read: ${error}`));
