/// The script of a card's page: shows and hides, and tells the page around it what a person did.
///
/// Messages go to `window` as the event `herald-card` and to the embedding page by `postMessage`:
/// `{source: "herald-card", event: "action" | "state" | "size", …}`. Frames out of sight do not observe their size, so that
/// it is told once they are read, too.
enum HTMLScript {
    /// Its name in a policy, the same for every card.
    static let source = ContentHash.source(text)

    static let text = """
        "use strict";(()=>{
        const root=document.documentElement;
        const send=(event,detail)=>{const message={source:"herald-card",event,...detail};
        dispatchEvent(new CustomEvent("herald-card",{detail:message}));
        if(parent!==self)parent.postMessage(message,"*")};
        const place=(node)=>({elementId:node.dataset.id,pointer:node.dataset.pointer});
        const part=(node)=>document.getElementById(node.getAttribute("aria-controls"));
        const select=(tab)=>{const list=tab.parentElement,tabs=[...list.children];
        for(const other of tabs){const on=other===tab;other.setAttribute("aria-selected",String(on));
        other.tabIndex=on?0:-1;part(other).hidden=!on}
        tab.scrollIntoView({block:"nearest",inline:"nearest"});
        send("state",{...place(list),activeTab:tabs.indexOf(tab)})};
        const tap=(event)=>{
        const control=event.target.closest("[data-action]");
        if(!control)return false;
        if(parent!==self)event.preventDefault();
        send("action",{...place(control),action:JSON.parse(control.dataset.action)});return true};
        addEventListener("auxclick",(event)=>{
        if(event.button===1&&event.target.closest("a"))tap(event)});
        addEventListener("click",(event)=>{
        if(tap(event))return;
        const tab=event.target.closest("[role=tab]");
        if(tab){select(tab);return}
        const head=event.target.closest("[aria-expanded]");
        if(!head)return;
        const open=head.getAttribute("aria-expanded")!=="true";
        head.setAttribute("aria-expanded",String(open));part(head).hidden=!open;
        send("state",{...place(head),open})});
        addEventListener("keydown",(event)=>{
        const tab=event.target.closest("[role=tab]");
        if(!tab||event.altKey||event.ctrlKey||event.metaKey||event.shiftKey)return;
        const tabs=[...tab.parentElement.children],count=tabs.length,index=tabs.indexOf(tab);
        const ahead=getComputedStyle(tab.parentElement).direction==="rtl"?"ArrowLeft":"ArrowRight";
        let goal;
        if(event.key==="Home")goal=0;else if(event.key==="End")goal=count-1;
        else if(event.key===ahead)goal=(index+1)%count;
        else if(event.key==="ArrowLeft"||event.key==="ArrowRight")goal=(index+count-1)%count;
        else return;
        event.preventDefault();tabs[goal].focus();select(tabs[goal])});
        addEventListener("error",(event)=>{const image=event.target;
        if(!(image instanceof HTMLImageElement))return;
        const box=image.closest(".pic");
        if(!box){const whole=image.closest("picture")??image,sign=whole.parentElement,button=sign.closest(".bare");
        whole.nextElementSibling?.removeAttribute("hidden");whole.remove();
        if(button&&!sign.children.length)sign.replaceWith(button.getAttribute("aria-label"));return}
        const words=image.alt;box.textContent=words;box.classList.add("failed");
        if(!words)box.setAttribute("aria-hidden","true")},true);
        let last="";
        const measure=()=>{if(!innerWidth)return;const box=root.getBoundingClientRect(),size={width:Math.ceil(box.width),
        height:Math.ceil(box.height)},text=JSON.stringify(size);
        if(text!==last){last=text;send("size",size)}};
        new ResizeObserver(measure).observe(root);
        addEventListener("DOMContentLoaded",measure);addEventListener("load",measure)})();
        """
}
