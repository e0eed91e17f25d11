import { For, Show, createResource } from "solid-js";
import { render } from "solid-js/web";

const id = location.pathname.match(/^\/item\/(\w+)/)?.[1];
const [data] = createResource(async () => (await fetch(id ? `/api/items/${id}.json` : "/api/items.json")).json());

const Item = () => <article><h1>{data().name}</h1><For each={data().paragraphs}>{(text) => <p>{text}</p>}</For>
  <ul><For each={Object.entries(data().facts)}>{([name, value]) => <li>{name}: {value}</li>}</For></ul></article>;
const List = () => <main><h1>All harbours</h1><For each={data()}>{(item) =>
  <section><h2><a href={`/item/${item.id}`}>{item.name}</a></h2><p>{item.summary}</p></section>}</For></main>;

render(() => <Show when={data()} fallback={<div aria-busy="true" />}>{id ? <Item /> : <List />}</Show>, document.getElementById("root"));
