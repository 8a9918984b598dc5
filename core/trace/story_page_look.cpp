// The style and the script of the page of all steps. The script is of use with a keyboard and without: each key has a
// button or a link.
#include "core/trace/story_page.h"

namespace lw {
namespace {

constexpr std::string_view kStyle = R"(
header,section,.tools>*{max-width:1320px;margin:0 auto;padding:0 20px}header{padding-top:32px}section{margin-bottom:18px}main{padding:18px 0}main>section>h2{margin:8px 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}thead.unseen{display:block}
a{color:var(--accent)}.open{margin-top:12px;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
.button,button,input{font:inherit;border:1px solid var(--line);border-radius:6px;background:var(--panel);color:var(--text);padding:4px 12px}button{cursor:pointer}.button{text-decoration:none;background:var(--accent);border-color:var(--accent);color:var(--panel);font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.tools{position:sticky;top:0;z-index:1;background:var(--window);border-bottom:1px solid var(--line);padding:8px 0;margin-top:14px}.plain .tools{display:none}
.tools>div{display:flex;align-items:center;gap:8px}#at{min-width:6.5em;text-align:center;font-variant-numeric:tabular-nums}#find{flex:1;min-width:8em;max-width:28em}#found{color:var(--dim);min-width:5em;margin-right:auto;font-variant-numeric:tabular-nums}
#keylist:not([hidden]){display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:4px 18px;padding-top:10px;padding-bottom:4px}#keylist div{display:flex;gap:10px}#keylist dt{min-width:6em}dd,dl{margin:0}dl{margin:0 0 10px}
kbd{font:12px ui-monospace,monospace;border:1px solid var(--line);border-radius:4px;padding:1px 5px;background:var(--panel)}
.panel dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:6px 24px}.panel dl div{display:flex;gap:10px}.panel dt{color:var(--dim);min-width:8.5em}
.steps{width:100%;border-collapse:collapse}.steps td{padding:5px 8px;border-bottom:1px solid var(--line)}.steps tr:last-child td{border:0}
.steps a{color:inherit;text-decoration:none}.steps a:hover code{text-decoration:underline}.steps .n{display:inline-block;min-width:2em;text-align:right}.steps tr.none code{opacity:.6}
.time{white-space:nowrap;width:34%}.bar{display:inline-block;vertical-align:middle;height:8px;min-width:3px;border-radius:4px;background:var(--accent);margin-right:10px}.bar.wrong{background:var(--reduce)}
.step{scroll-margin-top:64px}.step h2{overflow-wrap:anywhere}.step h2 .n{text-underline-offset:3px;margin-right:10px;padding:0}
.lost{border-left:4px solid var(--reduce);padding:2px 12px;margin:0 0 12px}.prose{margin:0 0 12px;max-width:70em}.prose code{color:var(--accent)}.spread{color:var(--dim)}
.proved{border-left:4px solid var(--vectorized);padding:2px 12px;margin:0 0 12px}
.note{border-left:4px solid var(--accent);padding:2px 12px;margin:0 0 12px;white-space:pre-wrap}
.both{display:grid;grid-template-columns:minmax(300px,2fr) minmax(0,3fr);gap:18px;align-items:start}
.add{background:var(--added)}.del{background:var(--removed)}.add ins{background:var(--addedword)}.del del{background:var(--removedword)}.code i{font-style:normal}.code .c{font-style:italic}.code ins i,.code del i{color:var(--text)}ins,del{text-decoration:none;border-radius:3px}
.indented{box-shadow:inset 3px 0 var(--line)}.moved{border-left:3px double var(--dim);padding-left:9px}
summary{color:var(--dim);cursor:pointer;padding:1px 12px;font:13px/1.5 Inter,system-ui,sans-serif}
.text{margin-top:10px}.text>summary{padding:4px 2px;color:var(--text);font-weight:600}.count{color:var(--dim);font-weight:400;padding-left:10px}
.sig{white-space:pre-wrap;min-width:0;padding-left:calc(12px + 5.6em);text-indent:-5.6em}.sig::before{text-indent:0}
.line{display:inline-block;flex:1;min-width:12em;height:1.3em;margin-left:10px;border-bottom:1px solid var(--dim)}.ask{display:flex;align-items:end}.step h2 .line{width:60%}.task{margin-top:8px}
.whole{counter-reset:l}.whole .l::before{counter-increment:l;content:counter(l)}
.l:target,.l.at{box-shadow:inset 4px 0 var(--accent);background:var(--selection)}.hit{background:var(--selection)}.hit.now,p.now{outline:2px solid var(--accent);outline-offset:-2px}
@media(max-width:860px){.both{grid-template-columns:minmax(0,1fr)}}
@media(max-width:600px){body{font-size:16px}header,section,.tools>*{padding-left:12px;padding-right:12px}header{padding-top:18px}h1{font-size:21px;overflow-wrap:anywhere}.panel{padding:12px 10px}
.tools>div{flex-wrap:wrap;gap:6px}.tools button{min-height:40px;min-width:44px}#find{order:1;flex:1 0 60%;max-width:none;min-height:40px}#found{order:2;min-width:4em;margin:0}#at{flex:1}#keys{display:none}
.steps tr{display:block;border-bottom:1px solid var(--line);padding:6px 0}.steps tr:last-child{border:0}.steps td{display:block;border:0;padding:2px 4px;width:auto;overflow-wrap:anywhere}
.box{padding:4px 0 4px 6px;margin:4px 4px 4px 0}.work{width:44px}.step{scroll-margin-top:112px}.l{padding:0 6px}.l::before{width:2.4em}code,.code{font-size:12.5px}.text>summary{padding:10px 2px}}
@page{size:A4;margin:11mm 13mm}
@media print{:root{color-scheme:light;--window:#fff;--panel:#fff;--raised:#f5f6f9;--line:#c5cad4;--text:#000;--dim:#444c5c;--serial:#586274;--parallel:#8c5400;--vectorized:#0b6e4b;--unrolled:#7440c9;--reduce:#b92f26;--accent:#195fcc;--added:#dff3e6;--addedword:#a9ddbd;--removed:#fbe4e2;--removedword:#f2b8b3;--keyword:#8a2fb8;--string:#27702d;--number:#924d00;--defined:#1557c7}
body{background:none;font-size:12px}main{padding:6px 0}header,section{max-width:none;padding:0}section{margin-bottom:8px}h1{font-size:18px}h2{font-size:13px;margin-bottom:6px}.tools,.open,details.text:not([open]){display:none}.panel{border:0;padding:0}
.step,.box,.l,tr,.panel dl div{break-inside:avoid}h2{break-after:avoid}[data-sheet]{break-before:page}.step+.step{border-top:1px solid var(--line);padding-top:8px}.step[data-sheet]{border:0;padding:0}.ask{line-height:2}
code,.code{font-size:10px;line-height:1.4}.long body{font-size:11px}.long code,.long .code{font-size:7.6px;line-height:1.3}.long .box{font-size:9px;line-height:1.25;padding:1px 0 1px 5px;margin:1px 3px 1px 0}.long .chip{font-size:8px}.step h2 code,.steps code{font-size:11.5px}.same>*:not(:first-child){display:none}.same::after{content:"\2026  " attr(data-in);font-size:9px;color:var(--dim)}.both{grid-template-columns:minmax(0,4fr) minmax(0,7fr);gap:10px}.code{overflow:visible;border:0;padding:0}.l{white-space:pre-wrap;min-width:0;padding:0 4px 0 6em;text-indent:-5.6em}.l::before{text-indent:0;width:2.6em}
.box{padding:2px 0 2px 6px;margin:3px 4px 3px 0}.box>p{padding-right:4px}.chip{font-size:9px;padding:0 5px}.work{width:36px;height:5px}.bar,.add,.del,.box,.work,.work span,ins,del{print-color-adjust:exact;-webkit-print-color-adjust:exact}.prose,.note,.lost{margin-bottom:6px}summary{font-size:9px;list-style:none;padding:0 6px}}
)";

constexpr std::string_view kScript = R"(
(function(){
function all(s,e){return [].slice.call((e||document).querySelectorAll(s))}
function id(n){return document.getElementById(n)}
var root=document.documentElement,steps=all(".step"),rows=all(".steps tbody tr"),find=id("find"),found=id("found"),hits=[],now=-1,moving=0;
root.classList.remove("plain");
function current(){var at=0;steps.forEach(function(s,i){if(s.getBoundingClientRect().top<innerHeight/3)at=i});return at}
function tell(){var at=current();id("at").textContent="Step "+at+" of "+(steps.length-1);id("back").disabled=at===0;id("on").disabled=at===steps.length-1}
function keep(h){try{history.replaceState(null,"",h)}catch(e){}}
function go(i){i=Math.max(0,Math.min(steps.length-1,i));steps[i].scrollIntoView();keep("#"+steps[i].id);tell()}
function texts(open){all("details.text").forEach(function(d){d.open=open});var b=id("all");b.setAttribute("aria-pressed",open);b.textContent=open?"Close all texts":"Open all texts"}
function toggle(kind){var d=id(steps[current()].id+"-"+kind);if(!d)return;d.open=!d.open;if(d.open)d.scrollIntoView({block:"nearest"});keep("#"+d.id)}
function clear(){hits.forEach(function(e){e.classList.remove("hit","now")});hits=[];now=-1;rows.forEach(function(r){r.classList.remove("none")})}
function search(){clear();var q=find.value.trim().toLowerCase();if(!q){found.textContent="";return}
var within={};all(".step h2 code,.step .prose,.step .note,.step .lost,.step .l").forEach(function(e){if(e.textContent.toLowerCase().indexOf(q)>=0){hits.push(e);e.classList.add("hit");within[e.closest(".step").id]=1}});
rows.forEach(function(r,i){r.classList.toggle("none",!within[steps[i].id])});
found.textContent=hits.length===0?"not found":hits.length+(hits.length===1?" place":" places")}
function next(by){if(!hits.length)return;if(now>=0)hits[now].classList.remove("now");now=now<0?(by>0?0:hits.length-1):(now+by+hits.length)%hits.length;
var e=hits[now];for(var d=e.closest("details");d;d=d.parentElement.closest("details"))d.open=true;
e.classList.add("now");e.scrollIntoView({block:"center"});found.textContent=(now+1)+" of "+hits.length;keep("#"+e.closest(".step").id+"&find="+encodeURIComponent(find.value.trim()));tell()}
function follow(){var h=location.hash.slice(1).split("&find="),place=h[0].split(":"),e=id(place[0]);
if(h[1]!==undefined){try{find.value=decodeURIComponent(h[1])}catch(x){}search()}
if(!e)return;if(e.matches("details"))e.open=true;
var l=place[1]?all(".l",e)[place[1]-1]:null;all(".l.at").forEach(function(x){x.classList.remove("at")});if(l)l.classList.add("at");
(l||e).scrollIntoView(l?{block:"center"}:undefined);tell()}
id("back").onclick=function(){go(current()-1)};id("on").onclick=function(){go(current()+1)};
id("all").onclick=function(){texts(this.getAttribute("aria-pressed")!=="true")};
function keylist(){var l=id("keylist");l.hidden=!l.hidden;id("keys").setAttribute("aria-expanded",!l.hidden)}
id("keys").onclick=keylist;
find.addEventListener("input",search);
document.addEventListener("click",function(e){var l=e.target.closest("details.text .l");if(!l||String(getSelection())!=="")return;
var d=l.closest("details.text"),on=l.classList.contains("at");all(".l.at").forEach(function(x){x.classList.remove("at")});
if(!on)l.classList.add("at");keep("#"+d.id+(on?"":":"+(all(".l",d).indexOf(l)+1)))});
document.addEventListener("keydown",function(e){if(e.ctrlKey||e.metaKey||e.altKey)return;
if(e.target===find){if(e.key==="Enter"){next(e.shiftKey?-1:1);e.preventDefault()}else if(e.key==="Escape"){find.value="";search();find.blur();e.preventDefault()}return}
var code=e.target.closest(".code"),wide=code&&code.scrollWidth>code.clientWidth;
var k=e.key,done=true;
if((k==="ArrowRight"&&!wide)||k==="j")go(current()+1);else if((k==="ArrowLeft"&&!wide)||k==="k")go(current()-1);
else if(k==="Home"){go(0)}else if(k==="End"){go(steps.length-1)}
else if(k==="p")toggle("program");else if(k==="l")toggle("lowered");else if(k==="a")id("all").click();
else if(k==="/"){find.focus();find.select()}else if(k==="?")keylist();
else if(k==="Escape"){find.value="";search()}else done=false;
if(done)e.preventDefault()});
addEventListener("scroll",function(){if(!moving)moving=requestAnimationFrame(function(){moving=0;tell()})},{passive:true});
addEventListener("hashchange",follow);follow();tell();
})();
)";

}  // namespace

std::string_view storyStyle() { return kStyle; }
std::string_view storyScript() { return kScript; }

}  // namespace lw
