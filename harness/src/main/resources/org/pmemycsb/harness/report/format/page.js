"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  const dark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
  });

  // Numbers by their value, all else as people sort it; what is empty comes last in both directions.
  const key = (row, column) => {
    const field = row.cells[column];
    if (field.dataset.sort !== undefined) return Number(field.dataset.sort);
    return field.textContent === "" ? null : field.textContent;
  };
  const compare = (a, b) => typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), "en", { numeric: true });
  for (const button of document.querySelectorAll("button.sort")) {
    button.addEventListener("click", () => {
      const head = button.parentElement;
      const table = head.closest("table");
      const column = head.cellIndex;
      const firstUp = !head.classList.contains("number");
      const now = head.getAttribute("aria-sort");
      const up = now === "none" ? firstUp : now === "descending";
      for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...table.tBodies[0].rows].map((row) => [key(row, column), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        return up ? compare(a, b) : compare(b, a);
      });
      table.tBodies[0].append(...rows.map(([, row]) => row));
    });
  }

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Some browsers keep the clipboard from pages that are files.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
    return true;
  };
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const table = document.getElementById(button.dataset.for);
      const rows = [...table.rows].filter((row) => !row.hidden);
      const text = rows
        .map((row) => [...row.cells].map((field) => field.textContent.replace(/\s+/g, " ").trim()).join("\t"))
        .join("\n");
      const label = button.textContent;
      button.textContent = (await copied(text + "\n")) ? "Copied" : "Not copied";
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }

  for (const input of document.querySelectorAll("input.filter")) {
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of document.getElementById(input.dataset.for).tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
  }

  // A table that is wider than its box says so, until its last column is in sight.
  for (const box of document.querySelectorAll(".scroll")) {
    const mark = () => box.parentElement.classList.toggle(
      "cut", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    box.addEventListener("scroll", mark);
    new ResizeObserver(mark).observe(box);
  }

  for (const select of document.querySelectorAll(".choice select")) {
    const show = () => {
      for (const charts of document.getElementById(select.dataset.for).querySelectorAll(".charts")) {
        charts.classList.toggle("other", charts.id !== select.value);
      }
    };
    select.addEventListener("change", show);
    show();
  }
})();
