/// The rules that every card's page has.
enum HTMLStyle {
    static let text = """
        *,::before,::after{box-sizing:border-box}\
        [hidden]{display:none!important}\
        body{margin:0;line-height:1.4;overflow-wrap:break-word}\
        main{display:flex;flex-direction:column;gap:8px;min-width:0;overflow:hidden}\
        h1,h2,h3,h4,h5,h6,p,figure,pre,ul,ol,blockquote{margin:0;font-size:inherit;font-weight:inherit}\
        button{font:inherit;color:inherit;background:none;border:0 solid transparent;margin:0;padding:0;cursor:pointer;\
        text-align:inherit}\
        button:disabled{cursor:default}\
        img{display:block;max-width:100%}\
        .text{white-space:pre-wrap;min-width:0}\
        .clamp{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}\
        .pic{overflow:hidden;max-width:100%}.pic img{width:100%;height:100%}\
        .pic.failed{display:flex;align-items:center;justify-content:center;padding:8px;text-align:center;\
        box-shadow:inset 0 0 0 1px color-mix(in srgb,currentColor 25%,transparent)}\
        .sign{display:flex;align-items:center;justify-content:center}.parts{align-items:center;gap:8px}\
        .icon{display:inline-flex;flex:none}.icon>*{width:100%;height:100%}.icon img{object-fit:contain}\
        .icon svg{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}\
        [dir=rtl] .directed{transform:scaleX(-1)}\
        .avatar{position:relative;display:inline-flex;align-items:center;justify-content:center;overflow:hidden;flex:none}\
        .avatar img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}\
        .mark{display:inline-flex;align-items:center;gap:4px;min-width:0;max-width:100%;white-space:nowrap}\
        button.mark{min-height:24px}.mark>bdi,.press>.label,.link>.label{overflow:hidden;text-overflow:ellipsis;min-width:0}\
        hr{border:0;width:100%;align-self:stretch;flex:none}\
        .bar{overflow:hidden;width:100%}.bar>div{height:100%}\
        .code{overflow:hidden}.code figcaption{padding:8px 12px 0}\
        .code pre,.scroll{overflow-x:auto}.code pre,pre.md{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;\
        white-space:pre;tab-size:4}\
        code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.92em}pre code{font-size:1em}\
        table{border-collapse:collapse;width:100%}th{text-align:start;font-weight:600}td,th{vertical-align:top}\
        .doc{display:flex;flex-direction:column;gap:.6em;min-width:0}.doc ul,.doc ol{padding-inline-start:1.5em}\
        .doc li>*+*{margin-top:.4em}.doc blockquote{padding-inline-start:.8em;border-inline-start:3px solid}\
        .doc h1{font-size:1.5em}.doc h2{font-size:1.3em}.doc h3{font-size:1.15em}\
        .doc h1,.doc h2,.doc h3,.doc h4,.doc h5,.doc h6{font-weight:700}.doc pre.md{overflow-x:auto;padding:8px}\
        .row{display:flex;min-width:0}.col{display:flex;flex-direction:column;min-width:0}.grid{display:grid;min-width:0}\
        .strip{overflow-x:auto;scrollbar-width:thin}.snap{scroll-snap-type:x mandatory}.snap>*{scroll-snap-align:start}\
        .head{display:flex;align-items:center;gap:8px;width:100%;min-height:44px}.head>.label{flex:1;min-width:0}\
        .turn{flex:none;width:.5em;height:.5em;margin-inline:.25em;border:solid;border-width:0 2px 2px 0;\
        transform:rotate(45deg) translate(-.1em,-.1em)}\
        [aria-expanded=true] .turn{transform:rotate(225deg) translate(-.1em,-.1em)}\
        .open{display:flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;flex:none}\
        .tabs{display:flex;overflow-x:auto;scrollbar-width:none;border-bottom:1px solid}\
        .tabs>button{flex:none;min-height:44px;white-space:nowrap;border-bottom:2px solid transparent}\
        .tabs.stretch>button{flex:1 1 0;min-width:0;text-align:center;white-space:normal;overflow-wrap:anywhere}\
        .tabs>button{color:var(--off)}\
        .tabs>[aria-selected=true]{color:var(--on);border-bottom-color:currentColor;font-weight:600}\
        .press{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-width:44px;max-width:100%;\
        text-align:center;font-weight:600}\
        .press>.label{padding-block:4px}.press.bare{min-width:44px;min-height:44px}\
        .link{display:inline-flex;align-items:center;min-height:24px;max-width:100%;text-align:start}\
        .link:not(.plain),.doc a,.doc button{text-decoration:underline;text-underline-offset:.15em}.link.plain{text-decoration:none}\
        .press:not(:disabled):hover,.head:hover,.link:not(:disabled):hover{filter:brightness(.95)}\
        :focus-visible{outline:2px solid;outline-offset:-2px}.press:focus-visible{outline-offset:-4px}\
        .link:focus-visible,.doc :focus-visible{outline-offset:0}\
        @media (forced-colors:active){.press,.mark,.head{border:1px solid ButtonText}.bar{border:1px solid}\
        .bar>div{background:Highlight!important;forced-color-adjust:none}}\
        @media (prefers-reduced-motion:no-preference){.strip{scroll-behavior:smooth}}
        """
}
