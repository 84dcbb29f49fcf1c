#include "apps/paddock/grade_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

// --- how it looks -------------------------------------------------------------------------------

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--paper:#f7f5f0;--panel:#fffdf9;--ink:#14171a;--fog:#59636c;--line:#d8d4ca;
--good:#17692f;--part:#725300;--bad:#b01c30;--link:#1a57b5;--good-wash:#dff0e2;--part-wash:#f9eecb;--bad-wash:#fae3e5}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--panel:#1f2428;--ink:#f2f0ea;--fog:#9aa4ad;--line:#394148;
--good:#6fd98e;--part:#f5b700;--bad:#ff929d;--link:#7fb4ff;--good-wash:#1c3525;--part-wash:#38300f;--bad-wash:#40222a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:2080px;margin:0 auto;padding:24px 32px 64px}
h1{font-size:28px;line-height:1.2;margin:0 0 8px}
h2{font-size:20px;line-height:1.3;margin:40px 0 8px}
p{margin:0 0 8px;max-width:80ch}
small,.fog{font-size:14px;color:var(--fog)}
a{color:var(--link);text-underline-offset:2px}
code,pre{font:14px/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
.hid{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.scroll{position:relative;overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--panel);margin:16px 0}
table{border-collapse:separate;border-spacing:0;width:100%}
th,td{padding:6px 12px;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
th{font-weight:600}
thead th{vertical-align:bottom;font-size:14px;white-space:normal;min-width:64px}
thead button{all:unset;cursor:pointer;font:inherit}
thead button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
thead [aria-sort=ascending] button::after{content:" \2191"}
thead [aria-sort=descending] button::after{content:" \2193"}
thead .of,td .of{font-weight:400;font-size:14px;color:var(--fog)}
tbody th{position:sticky;left:0;background:var(--panel);text-align:left;min-width:min(18ch,36vw);max-width:min(44ch,42vw);overflow-wrap:anywhere;white-space:normal}
thead th:first-child{position:sticky;left:0;background:var(--panel)}
thead th:first-child,thead th:last-child,td.words{text-align:left}
td.words{white-space:normal;min-width:20ch;overflow-wrap:anywhere;font-size:14px}
td a{color:inherit;text-decoration:none;display:block}
td a:hover,td a:focus{text-decoration:underline}
td.good{background:var(--good-wash);color:var(--good)}
td.part{background:var(--part-wash);color:var(--part)}
td.bad{background:var(--bad-wash);color:var(--bad)}
td.none{color:var(--fog)}
.sign{display:inline-block;width:1.3em;text-align:center;font-weight:700;font-style:normal}
b.good,.sign.good{color:var(--good)}b.part,.sign.part{color:var(--part)}b.bad,.sign.bad{color:var(--bad)}
.key{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0 0 8px;padding:0;list-style:none}
.key svg{width:20px;height:20px;vertical-align:-5px;margin-right:6px}
details{border:1px solid var(--line);border-radius:10px;background:var(--panel);margin:8px 0;scroll-margin-top:8px}
summary{cursor:pointer;padding:8px 16px;overflow-wrap:anywhere}
summary b{margin-right:8px}
summary .of{margin-right:12px}
.inside{padding:0 16px 16px}
pre{margin:0 0 16px;padding:12px;border-left:3px solid var(--bad);background:var(--paper);white-space:pre-wrap;max-height:24em;overflow:auto;display:flex;flex-direction:column-reverse}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:24px 16px}
figure{margin:0;scroll-margin-top:8px}
figure:target{outline:2px solid var(--link);outline-offset:6px;border-radius:4px}
figure>svg{display:block;width:100%;height:auto;border-radius:6px}
figcaption{margin-top:8px}
figcaption p{margin:0 0 4px;overflow-wrap:anywhere}
.nothing{display:grid;place-items:center;aspect-ratio:4/3;border:1px dashed var(--line);border-radius:6px;color:var(--fog);font-size:14px;padding:16px;text-align:center}
figure{--z:1}
.way,.bar{fill:none;stroke-linecap:round;stroke-linejoin:round}
.under{stroke:#14171a;stroke-opacity:.8;stroke-width:calc(13px*var(--z,1))}
.over{stroke:#6db0ff;stroke-width:calc(7px*var(--z,1))}
.rim{stroke:#14171a;stroke-width:calc(21px*var(--z,1))}
.dot{stroke:#f2f0ea;stroke-width:calc(14px*var(--z,1))}
.task{fill:#f5b700;fill-opacity:.14;stroke:#f5b700;stroke-width:calc(4px*var(--z,1));stroke-dasharray:calc(18px*var(--z,1)) calc(12px*var(--z,1))}
figure text{font:600 34px system-ui,sans-serif;fill:#f2f0ea;stroke:#14171a;stroke-width:8px;paint-order:stroke}
figure text.tag,.tag{font:600 calc(34px*var(--z,1)) system-ui,sans-serif;fill:#f5b700;stroke:#14171a;stroke-width:calc(8px*var(--z,1));paint-order:stroke;text-anchor:middle}
.bar{stroke:#f2f0ea;stroke-width:5px}.bar.rim{stroke:#14171a;stroke-width:11px}
@media (max-width:600px){main{padding:16px 12px 48px}h1{font-size:24px}th,td{padding:6px 8px}.inside{padding:0 12px 12px}summary{padding:8px 12px}}
@media print{details{break-inside:avoid}}
)css";

// columns sort by data-v, or by their text; what an address names is opened
constexpr std::string_view kScript = R"js(
const table=document.querySelector('table'),body=table&&table.tBodies[0];
if(body)[...table.tHead.rows[0].cells].forEach((head,column)=>{
  const button=document.createElement('button');button.append(...head.childNodes);head.append(button);
  button.title='Sort';
  button.addEventListener('click',()=>{
    const turn=head.getAttribute('aria-sort')===(head.dataset.first||'ascending')?-1:1;
    const up=(head.dataset.first==='descending'?-1:1)*turn;
    for(const other of table.tHead.rows[0].cells)other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort',up>0?'ascending':'descending');
    const key=row=>{const cell=row.cells[column];return cell.dataset.v===undefined?cell.textContent:Number(cell.dataset.v)};
    const order=(a,b)=>typeof a==='number'&&typeof b==='number'?a-b:String(a).localeCompare(String(b),undefined,{numeric:true});
    body.append(...[...body.rows].map(row=>[key(row),row]).sort((a,b)=>up*order(a[0],b[0])).map(pair=>pair[1]));
  });
});
const show=()=>{
  const there=location.hash&&document.getElementById(location.hash.slice(1)),fold=there&&there.closest('details');
  if(fold&&!fold.open){fold.open=true;there.scrollIntoView()}
};
addEventListener('hashchange',show);show();
)js";

// --- words --------------------------------------------------------------------------------------

std::string number(double value) { return fmt::format("{:g}", std::round(value * 1000) / 1000); }

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// How a result is shown where colour alone would not do.
struct Sign {
  std::string_view kind, mark;
};

Sign sign_of(const TrialResult& result) {
  if (result.of > 0 && result.points >= result.of) return {"good", "✓"};
  if (result.points > 0) return {result.of > 0 ? "part" : "good", result.of > 0 ? "◐" : "+"};
  if (result.of <= 0 && result.end == TrialEnd::Done) return {"good", "✓"};
  return {"bad", result.end == TrialEnd::ProgramFailed ? "!" : "✗"};
}

Sign sign_of(const ReportProgram& program) {
  if (program.full) return {"good", "✓"};
  if (program.points > 0) return {"part", "◐"};
  return {"bad", program.problem.empty() ? "✗" : "!"};
}

std::string seconds_text(Nanos time) {
  return fmt::format("{:.2f} s", static_cast<double>(time) / 1e9);
}

// --- base64 -------------------------------------------------------------------------------------

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

// --- plots --------------------------------------------------------------------------------------

struct Pixel {
  long x{}, y{};
  bool operator==(const Pixel&) const = default;
};

double per_metre(const Bounds2& region) { return kPlotWidth / (region.high.x - region.low.x); }

/// What lies far outside stays outside.
Pixel pixel_of(Vec2 at, const Bounds2& region) {
  const auto held = [](double value) { return std::lround(std::clamp(value, -99999.0, 99999.0)); };
  const double scale = per_metre(region);
  return {held((at.x - region.low.x) * scale), held((region.high.y - at.y) * scale)};
}

/// Ramer, Douglas and Peucker: only what a straight line would miss stays.
void thin_out(const std::vector<Pixel>& line, std::size_t first, std::size_t last,
              std::vector<Pixel>& kept) {
  constexpr double kMiss = 1.5;
  const Pixel a = line[first], b = line[last];
  const double dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
  const double along = std::hypot(dx, dy);
  double worst = kMiss;
  std::size_t split = 0;
  for (std::size_t i = first + 1; i < last; ++i) {
    const double x = static_cast<double>(line[i].x - a.x), y = static_cast<double>(line[i].y - a.y);
    // from the stroke, not from the line it lies on: a car that turns back goes beyond its ends
    const double t = along > 0 ? std::clamp((x * dx + y * dy) / (along * along), 0.0, 1.0) : 0;
    const double miss = std::hypot(x - t * dx, y - t * dy);
    if (miss > worst) worst = miss, split = i;
  }
  if (split == 0) {
    kept.push_back(b);
    return;
  }
  thin_out(line, first, split, kept);
  thin_out(line, split, last, kept);
}

void append_stroke(std::string& out, const std::vector<Pixel>& line) {
  if (line.empty()) return;
  std::vector<Pixel> kept{line.front()};
  if (line.size() > 1) thin_out(line, 0, line.size() - 1, kept);
  fmt::format_to(std::back_inserter(out), "M{} {}", line.front().x, line.front().y);
  for (std::size_t i = 1; i < kept.size(); ++i)
    fmt::format_to(std::back_inserter(out), "l{} {}", kept[i].x - kept[i - 1].x,
                   kept[i].y - kept[i - 1].y);
  if (kept.size() == 1) out += "h0";
}

/// Shapes differ, not only colours. Around the origin.
std::string_view end_mark(TrialEnd end) {
  switch (end) {
    case TrialEnd::Done:
      return R"(<circle r="24" fill="#2a9d4a" stroke="#14171a" stroke-width="5"/><path d="M-11 1l8 8 15-17" fill="none" stroke="#fff" stroke-width="7"/>)";
    case TrialEnd::Failed:
      return R"(<path d="M-20-20L20 20M20-20L-20 20" stroke="#14171a" stroke-width="20"/><path d="M-20-20L20 20M20-20L-20 20" stroke="#ff5a6e" stroke-width="11"/>)";
    case TrialEnd::ProgramFailed:
      return R"(<path d="M0-28L27 20H-27z" fill="#d7263d" stroke="#14171a" stroke-width="5"/><path d="M0-10V4M0 11V13" stroke="#fff" stroke-width="7"/>)";
    case TrialEnd::TimeUp:
    case TrialEnd::Skipped:
    case TrialEnd::Running:
      break;
  }
  return R"(<path d="M-21-21H21V21H-21z" fill="#f5b700" stroke="#14171a" stroke-width="5"/><path d="M0-12V1H9" fill="none" stroke="#14171a" stroke-width="6"/>)";
}

/// A rectangle of plots, in their units.
struct PlotBox {
  Pixel at;
  long wide{}, high{};
};

PlotBox box_of(const Bounds2& region, const Bounds2& near) {
  const Pixel low = pixel_of(region.low, near), high = pixel_of(region.high, near);
  return {{low.x, high.y}, high.x - low.x, low.y - high.y};
}

/// A bar of a round length, lower left; `zoom` keeps its strokes as wide as others.
std::string scale_bar(const PlotBox& view, const Bounds2& near, double zoom) {
  const double most = 0.2 * static_cast<double>(view.wide) / per_metre(near);
  double metres = std::pow(10, std::floor(std::log10(most)));
  for (const double step : {5.0, 2.0})
    if (step * metres <= most) {
      metres *= step;
      break;
    }
  const long wide = std::lround(metres * per_metre(near) / zoom);
  return fmt::format(
      R"svg(<g transform="translate({0} {1}) scale({2:.3g})"><path class="bar rim" d="M40-56v16h{3}v-16"/><path class="bar" d="M40-56v16h{3}v-16"/><text x="{4}" y="-32">{5} m</text></g>)svg",
      view.at.x, view.at.y + view.high, zoom, wide, 56 + wide, number(metres));
}

std::string image_of(const MapPicture& picture, const Bounds2& near) {
  const PlotBox box = box_of(picture.region, near);
  return fmt::format(
      R"(<image x="{}" y="{}" width="{}" height="{}" href="data:image/jpeg;base64,{}"/>)", box.at.x,
      box.at.y, box.wide, box.high, base64(picture.jpeg));
}

/// Its northernmost point, or the middle of several.
Vec2 top_of(const std::vector<Vec2>& outline) {
  constexpr double kAlike = 1e-6;  // m, of rounding
  double north = outline.front().y;
  for (const Vec2 corner : outline) north = std::max(north, corner.y);
  Vec2 sum{};
  double corners = 0;
  for (const Vec2 corner : outline)
    if (corner.y > north - kAlike) sum = sum + corner, ++corners;
  return sum / corners;
}

std::string map_of(const ReportTrial& trial) {
  const TrialMap& map = *trial.map;
  std::string out = fmt::format(R"(<g id="map{}">)", trial.number);
  if (map.far) out += image_of(*map.far, map.near.region);
  out += image_of(map.near, map.near.region);
  for (const MapTask& task : map.tasks) {
    if (task.outline.empty()) continue;
    std::string points;
    for (const Vec2 corner : task.outline) {
      const Pixel at = pixel_of(corner, map.near.region);
      points += fmt::format("{},{} ", at.x, at.y);
    }
    const Pixel top = pixel_of(top_of(task.outline), map.near.region);
    out += fmt::format(
        R"(<polygon class="task" points="{}"><title>Task {}: {}</title></polygon><text class="tag" x="{}" y="{}">{}</text>)",
        points, task.number, escape_html(task.words), top.x, std::max(top.y - 12, 36L),
        task.number);
  }
  return out + "</g>\n";
}

std::string plot_of(const ReportTrial& trial, const ReportRun& run) {
  if (!trial.map || run.path.places.empty())
    return R"(<div class="nothing">The clock never ran, and the car never moved.</div>)";
  const Bounds2& near = trial.map->near.region;
  const PlotBox view = box_of(view_of(*trial.map, run.path), near);
  const double zoom = static_cast<double>(view.wide) / kPlotWidth;
  const Pixel last = pixel_of(run.path.places.back().at, near);
  return fmt::format(
      R"svg(<svg viewBox="{0} {1} {2} {3}" style="--z:{4:.3g}" role="img" aria-label="The way of the car, from above"><use href="#map{5}"/>)svg"
      R"svg(<path class="way under" d="{6}"/><path class="way over" d="{6}"/><path class="way rim" d="{7}"/><path class="way dot" d="{7}"/>)svg"
      R"svg(<g transform="translate({8} {9}) scale({4:.3g})">{10}</g>{11}</svg>)svg",
      view.at.x, view.at.y, view.wide, view.high, zoom, trial.number, way_of(run.path, near),
      dots_of(run.path, near), last.x, last.y, end_mark(run.result.end),
      scale_bar(view, near, zoom));
}

// --- the page, from top to bottom ---------------------------------------------------------------

std::string head_of(const ClassReport& report) {
  std::size_t full = 0;
  double points = 0;
  for (const ReportProgram& program : report.programs)
    full += program.full ? 1 : 0, points += program.points;
  std::string out = fmt::format("<h1>{}</h1>\n<p class=\"fog\">{}, seed {}{}. {}.</p>\n",
                                escape_html(report.title), escape_html(report.lab), report.seed,
                                report.when.empty() ? "" : ", graded " + escape_html(report.when),
                                escape_html(report.isolation));
  if (!report.programs.empty()) {
    const double count = static_cast<double>(report.programs.size());
    double of = 0;
    for (const ReportTrial& trial : report.trials) of += trial.of;
    out += fmt::format(
        "<p><b>{} of {} full points</b>; the mean is <b>{:.2f}</b> of {} points.</p>\n", full,
        plural(report.programs.size(), "program has", "programs have"), points / count, number(of));
  }
  if (report.waiting > 0)
    out += fmt::format(
        "<p><b>{} not graded</b>{}.</p>\n", plural(report.waiting, "program is", "programs are"),
        report.over ? ": it was broken off" : " yet. Reload the page to see how it stands");
  if (!report.empty.empty()) {
    out += "<p>Without a program (*.py):";
    for (const std::string& folder : report.empty)
      out += fmt::format("{} <bdi>{}</bdi>", &folder == &report.empty.front() ? "" : ",",
                         escape_html(folder));
    out += ".</p>\n";
  }
  return out + "<p><a href=\"grades.csv\">grades.csv</a> has the same for a spreadsheet.</p>\n";
}

std::string cell_of(std::size_t program, std::size_t trial, const ReportRun& run) {
  const Sign sign = sign_of(run.result);
  const std::string verdict = escape_html(run.verdict);
  return fmt::format(
      R"(<td class="{}" data-v="{:g}"><a href="#p{}-{}" title="{}"><i class="sign" aria-hidden="true">{}</i>{}<span class="hid">, {}</span></a></td>)",
      sign.kind, run.result.points, program, trial, verdict, sign.mark, number(run.result.points),
      verdict);
}

std::string table_of(const ClassReport& report) {
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Points\"><table>\n<thead>"
      "<tr><th scope=\"col\">Program</th><th scope=\"col\" data-first=\"descending\">Points</th>";
  for (const ReportTrial& trial : report.trials)
    out += fmt::format(
        R"(<th scope="col" data-first="descending"><span class="of">{}</span><br>{}<br><span class="of">{}</span></th>)",
        trial.number, escape_html(trial.title),
        trial.of > 0 ? "of " + number(trial.of) : std::string("extra"));
  out += "<th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n";
  for (std::size_t p = 0; p < report.programs.size(); ++p) {
    const ReportProgram& program = report.programs[p];
    const Sign sign = sign_of(program);
    out += fmt::format(
        R"(<tr><th scope="row"><a href="#p{}"><bdi>{}</bdi></a></th><td data-v="{:g}"><i class="sign {}" aria-hidden="true">{}</i>{} <span class="of">of {}</span></td>)",
        p + 1, escape_html(program.name), program.points, sign.kind, sign.mark,
        number(program.points), number(program.of));
    for (std::size_t t = 0; t < report.trials.size(); ++t)
      out += t < program.runs.size() ? cell_of(p + 1, report.trials[t].number, program.runs[t])
                                     : std::string(
                                           "<td class=\"none\" data-v=\"-1\" title=\"not run\">"
                                           "<i class=\"sign\" aria-hidden=\"true\">–</i>"
                                           "<span class=\"hid\">not run</span></td>");
    out += fmt::format("<td class=\"words\">{}</td></tr>\n", escape_html(program.summary));
  }
  return out + "</tbody></table></div>\n";
}

std::string key_of_plots() {
  const auto mark = [](TrialEnd end) {
    return fmt::format(R"(<svg viewBox="-36 -36 72 72" aria-hidden="true">{}</svg>)",
                       end_mark(end));
  };
  return fmt::format(
      R"(<ul class="key fog"><li><svg viewBox="0 0 60 60" aria-hidden="true"><path class="way under" d="M4 30h52"/><path class="way over" d="M4 30h52"/><path class="way rim" d="M14 30h0M46 30h0"/><path class="way dot" d="M14 30h0M46 30h0"/></svg>the car's way, a dot each second</li>)"
      R"(<li>{}passed</li><li>{}failed</li><li>{}the program failed</li><li>{}time is up, or broken off</li>)"
      R"(<li><svg viewBox="0 0 60 60" aria-hidden="true"><path class="task" d="M8 8h44v44h-44z"/></svg>where a task is done, by its number</li></ul>)"
      "\n",
      mark(TrialEnd::Done), mark(TrialEnd::Failed), mark(TrialEnd::ProgramFailed),
      mark(TrialEnd::TimeUp));
}

/// What to do with them, where there are any.
std::string words_on_recordings(const ClassReport& report) {
  for (const ReportProgram& program : report.programs)
    for (const ReportRun& run : program.runs) {
      if (run.recording.empty()) continue;
      const std::size_t slash = run.recording.rfind('/');
      const std::string folder = slash == std::string::npos ? "." : run.recording.substr(0, slash);
      return fmt::format(
          "<p class=\"fog\">Every trial is recorded. In the folder of this page, <code>paddock "
          "--recordings {}</code> shows the recordings as they drove, and the command beside each "
          "runs it again and compares.</p>\n",
          escape_html(escape_shell(folder)));
    }
  return "";
}

std::string figure_of(std::size_t program, const ReportTrial& trial, const ReportRun& run) {
  const Sign sign = sign_of(run.result);
  std::string out = fmt::format(
      R"(<figure id="p{}-{}">{}<figcaption><p><b>{} {}</b> <i class="sign {}" aria-hidden="true">{}</i>{} of {} <small>points</small></p><p>{}</p><p class="fog">{} on the clock)",
      program, trial.number, plot_of(trial, run), trial.number, escape_html(trial.title), sign.kind,
      sign.mark, number(run.result.points), number(run.result.of), escape_html(run.verdict),
      seconds_text(run.result.time));
  if (!run.path.places.empty())
    out +=
        fmt::format(", {:.1f} m driven, at most {:.1f} m/s", driven(run.path), top_speed(run.path));
  out += "</p>";
  if (!run.recording.empty())
    out += fmt::format(
        R"(<p class="fog"><a href="{}">Recording</a>, <code>paddock replay {}</code></p>)",
        escape_link(run.recording), escape_html(escape_shell(run.recording)));
  return out + "</figcaption></figure>\n";
}

std::string section_of(std::size_t number_of_program, const ReportProgram& program,
                       const ClassReport& report) {
  const Sign sign = sign_of(program);
  std::string out = fmt::format(
      R"(<details id="p{}"><summary><i class="sign {}" aria-hidden="true">{}</i><b><bdi>{}</bdi></b><span class="of">{} of {} <small>points</small></span> <span class="fog">{}</span></summary><div class="inside">)"
      "\n",
      number_of_program, sign.kind, sign.mark, escape_html(program.name), number(program.points),
      number(program.of), escape_html(program.summary));
  if (!program.last_words.empty()) {
    out +=
        "<p>The program's last words:</p>\n<pre tabindex=\"0\"><code>";  // the last are seen first
    for (const std::string& word : program.last_words) out += escape_html(word) + "\n";
    out += "</code></pre>\n";
  }
  out += "<div class=\"plots\">\n";
  for (std::size_t t = 0; t < program.runs.size() && t < report.trials.size(); ++t)
    out += figure_of(number_of_program, report.trials[t], program.runs[t]);
  out += "</div>\n";
  if (program.runs.size() < report.trials.size())
    out +=
        fmt::format("<p class=\"fog\">{} not run.</p>\n",
                    plural(report.trials.size() - program.runs.size(), "trial was", "trials were"));
  return out + "</div></details>\n";
}

}  // namespace

std::string report_page(const ClassReport& report) {
  std::string out = fmt::format(
      R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<link rel="icon" href="data:,"><title>{}, seed {}: class report</title>
<style>{}</style></head>
<body><main>
)",
      escape_html(report.title), report.seed, kStyle);
  out += head_of(report);
  if (!report.programs.empty()) {
    out += table_of(report);
    out +=
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\n";
    for (const ReportTrial& trial : report.trials)
      if (trial.map) out += map_of(trial);
    out += "</defs></svg>\n<h2>Program by program</h2>\n" + key_of_plots() +
           words_on_recordings(report);
    for (std::size_t p = 0; p < report.programs.size(); ++p)
      out += section_of(p + 1, report.programs[p], report);
  }
  return out + fmt::format("</main><script>{}</script></body></html>\n", kScript);
}

std::string grades_csv(const ClassReport& report) {
  std::string out = "program,trial,title,points,of,time (s),verdict,recording\r\n";
  const auto add = [&](const ReportProgram& program, const ReportTrial& trial,
                       const ReportRun* run) {
    out += fmt::format("{},{},{},", csv_field(program.name), trial.number, csv_field(trial.title));
    if (run != nullptr)
      out += fmt::format("{:g},{:g},{:.3f},{},{}\r\n", run->result.points, run->result.of,
                         static_cast<double>(run->result.time) / 1e9, csv_field(run->verdict),
                         csv_field(run->recording));
    else
      out += fmt::format(
          "0,{:g},,{},\r\n", trial.of,
          csv_field(program.problem.empty() ? "not run" : "not run: " + program.problem));
  };
  for (const ReportProgram& program : report.programs)
    for (std::size_t t = 0; t < report.trials.size(); ++t)
      add(program, report.trials[t], t < program.runs.size() ? &program.runs[t] : nullptr);
  return out;
}

// --- parts of them ------------------------------------------------------------------------------

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        // control characters are no text of a page
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string csv_field(std::string_view text) {
  std::string field(text);
  if (!field.empty() && std::string_view("=+-@\t\r").find(field.front()) != std::string_view::npos)
    field.insert(field.begin(), '\'');
  if (field.find_first_of("\",\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

std::string escape_link(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string escape_shell(std::string_view path) {
  if (!path.starts_with('-') && escape_link(path) == path && !path.starts_with('~'))
    return std::string(path);
  std::string out = path.starts_with('-') ? "'./" : "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

Bounds2 view_of(const TrialMap& map, const TrialPath& path) {
  Bounds2 inner = map.near.region;
  const Bounds2 all = map.far ? map.far->region : inner;
  bool beyond = false;
  for (const PathPlace& place : path.places) {
    const Vec2 at{std::clamp(place.at.x, all.low.x, all.high.x),
                  std::clamp(place.at.y, all.low.y, all.high.y)};
    const Bounds2 before = inner;
    inner.add(at);
    beyond = beyond || inner.low != before.low || inner.high != before.high;
  }
  if (!beyond) return map.near.region;
  // four to three, with a rim, and within the picture
  inner = inner.grown(0.04 * (inner.high.x - inner.low.x));
  const Vec2 size = inner.high - inner.low;
  const double wide = std::min(std::max(size.x, size.y * 4 / 3), all.high.x - all.low.x);
  const Vec2 half{wide / 2, wide * 3 / 8};
  Vec2 middle = (inner.low + inner.high) / 2;
  middle = {std::clamp(middle.x, all.low.x + half.x, std::max(all.low.x, all.high.x - half.x)),
            std::clamp(middle.y, all.low.y + half.y, std::max(all.low.y, all.high.y - half.y))};
  return {middle - half, middle + half};
}

std::string way_of(const TrialPath& path, const Bounds2& near) {
  std::string out;
  std::vector<Pixel> stroke;
  for (std::size_t i = 0; i < path.places.size(); ++i) {
    stroke.push_back(pixel_of(path.places[i].at, near));
    if (i + 1 < path.places.size() && !jumps(path, i)) continue;
    append_stroke(out, stroke);
    stroke.clear();
  }
  return out;
}

std::string dots_of(const TrialPath& path, const Bounds2& near) {
  std::string out;
  const std::size_t on_time = path.places.size() - (path.loose ? 1 : 0);
  double next = 0;
  Pixel last{-100000, -100000};
  for (std::size_t i = 0; i < on_time; ++i) {
    const double time = static_cast<double>(i) * path.interval;
    if (time < next - 1e-6) continue;
    next = std::floor(time + 1e-6) + 1;
    const Pixel at = pixel_of(path.places[i].at, near);
    if (at == last) continue;  // it stood
    last = at;
    fmt::format_to(std::back_inserter(out), "M{} {}h0", at.x, at.y);
  }
  return out;
}

}  // namespace paddock
