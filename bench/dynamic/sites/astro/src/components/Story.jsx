import { useState } from "react";

export default function Story({ item }) {
  const [votes, setVotes] = useState(0);
  return <article><h1>{item.name}</h1>{item.paragraphs.map((text) => <p key={text}>{text}</p>)}
    <table><tbody>{Object.entries(item.facts).map(([name, value]) =>
      <tr key={name}><th>{name}</th><td>{value}</td></tr>)}</tbody></table>
    <button onClick={() => setVotes(votes + 1)}>Useful ({votes})</button></article>;
}
