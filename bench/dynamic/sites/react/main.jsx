import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

function useData(address) {
  const [data, setData] = useState(null);
  useEffect(() => { fetch(address).then((r) => r.json()).then(setData); }, [address]);
  return data;
}

function List() {
  const items = useData("/api/items.json");
  if (!items) return <p>Loading…</p>;
  return <main><h1>All harbours</h1><ul>{items.map((item) =>
    <li key={item.id}><h2><a href={`/item/${item.id}`}>{item.name}</a></h2><p>{item.summary}</p></li>)}</ul></main>;
}

function Item({ id }) {
  const item = useData(`/api/items/${id}.json`);
  if (!item) return <div className="skeleton"><div className="skeleton-line" /></div>;
  return <article><h1>{item.name}</h1>{item.paragraphs.map((text) => <p key={text}>{text}</p>)}
    <table><tbody>{Object.entries(item.facts).map(([name, value]) =>
      <tr key={name}><th>{name}</th><td>{value}</td></tr>)}</tbody></table></article>;
}

const id = location.pathname.match(/^\/item\/(\w+)/)?.[1];
createRoot(document.getElementById("root")).render(id ? <Item id={id} /> : <List />);
