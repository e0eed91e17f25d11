import { useEffect, useState } from "react";
import Story from "./Story.jsx";

export default function Later({ id }) {
  const [item, setItem] = useState(null);
  useEffect(() => { fetch(`/api/items/${id}.json`).then((r) => r.json()).then(setItem); }, [id]);
  return item ? <Story item={item} /> : <p>Loading…</p>;
}
