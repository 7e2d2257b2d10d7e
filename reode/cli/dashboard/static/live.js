"use strict";
// Fills the page of a run from its stream of events; keeps the list of runs fresh.

const source = document.body.dataset.events;
if (source) followRun(source);
else setInterval(refreshList, 2000);

function followRun(address) {
  const events = document.getElementById("events");
  const status = document.getElementById("status");
  document.getElementById("details").addEventListener("change", (e) =>
    events.classList.toggle("details", e.target.checked));
  const stream = new EventSource(address);
  stream.onmessage = (message) => {
    const data = JSON.parse(message.data);
    const line = document.createElement("p");
    line.textContent = data.text;
    if (data.weight > 1) line.className = "detail";
    const atEnd = events.scrollTop + events.clientHeight >= events.scrollHeight - 30;
    events.append(line);
    if (atEnd) events.scrollTop = events.scrollHeight;
    status.textContent = data.status;
    mark(data.step);
    if (data.plot) document.getElementById("plot").innerHTML = data.plot;
  };
  stream.addEventListener("end", (message) => {
    stream.close();
    mark("");
    status.textContent = message.data === "finished"
      ? events.lastElementChild.textContent : "interrupted: reode resume goes on";
    document.getElementById("report").hidden = message.data !== "finished";
  });
}

function mark(step) {
  for (const node of document.querySelectorAll(".node"))
    node.classList.toggle("active", node.id === `node-${step}`);
}

async function refreshList() {
  if (document.hidden) return;
  const text = await (await fetch("")).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("runs");
  const old = document.getElementById("runs");
  if (!fresh || fresh.innerHTML === old.innerHTML) return;
  const focused = document.activeElement?.getAttribute("href");
  old.innerHTML = fresh.innerHTML;
  if (focused) old.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}
