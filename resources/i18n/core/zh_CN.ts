<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>the message has more than {0} bytes</source>
        <translation>消息超过 {0} 字节</translation>
    </message>
    <message>
        <source>the message is not JSON: {0}</source>
        <translation>消息不是 JSON：{0}</translation>
    </message>
    <message>
        <source>the message is nested more than {0} levels deep</source>
        <translation>消息的嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>the message is not a request of JSON-RPC 2.0: {0}</source>
        <translation>消息不是 JSON-RPC 2.0 的请求：{0}</translation>
    </message>
    <message>
        <source>there is no method {0}</source>
        <translation>没有方法 {0}</translation>
    </message>
    <message>
        <source>request {0} is still being answered</source>
        <translation>请求 {0} 仍在处理中</translation>
    </message>
    <message>
        <source>{0} requests wait for an answer</source>
        <translation>有 {0} 个请求等待回答</translation>
    </message>
    <message>
        <source>the request was cancelled</source>
        <translation>请求已取消</translation>
    </message>
    <message>
        <source>the answer has more than {0} bytes</source>
        <translation>回答超过 {0} 字节</translation>
    </message>
    <message>
        <source>the request failed inside the program: {0}</source>
        <translation>请求在程序内部失败：{0}</translation>
    </message>
    <message>
        <source>the session has not begun: {0} came before initialize</source>
        <translation>会话尚未开始：{0} 先于 initialize 到达</translation>
    </message>
    <message>
        <source>this session does not speak revision {0} of the protocol</source>
        <translation>本会话不支持协议的修订版 {0}</translation>
    </message>
    <message>
        <source>the session has begun already, and it has one client</source>
        <translation>会话已经开始，且只有一个客户端</translation>
    </message>
    <message>
        <source>{0} needs the parameter {1}</source>
        <translation>{0} 需要参数 {1}</translation>
    </message>
    <message>
        <source>{0} has no parameter {1}</source>
        <translation>{0} 没有参数 {1}</translation>
    </message>
    <message>
        <source>the parameter {0} of {1} is {2}, but takes {3}</source>
        <translation>{1} 的参数 {0} 是 {2}，但应为 {3}</translation>
    </message>
    <message>
        <source>the parameter {0} of {1} is {2}, but takes {3} to {4}</source>
        <translation>{1} 的参数 {0} 是 {2}，但应在 {3} 到 {4} 之间</translation>
    </message>
    <message>
        <source>{0} takes exactly one of {1}</source>
        <translation>{0} 只能接受 {1} 中的一个</translation>
    </message>
    <message>
        <source>this session has no document {0}</source>
        <translation>本会话没有文档 {0}</translation>
    </message>
    <message>
        <source>{0} has no state {1}</source>
        <translation>{0} 没有状态 {1}</translation>
    </message>
    <message>
        <source>there is nothing to undo in {0}</source>
        <translation>{0} 中没有可撤销的内容</translation>
    </message>
    <message>
        <source>there is nothing to redo in {0}</source>
        <translation>{0} 中没有可重做的内容</translation>
    </message>
    <message>
        <source>{0} has {1} errors</source>
        <translation>{0} 有 {1} 个错误</translation>
    </message>
    <message>
        <source>{0} is outside of {1}</source>
        <translation>{0} 在 {1} 之外</translation>
    </message>
    <message>
        <source>{0} changes values, and this is not proved to keep the result</source>
        <translation>{0} 会改变数值，未证明能保持结果</translation>
    </message>
    <message>
        <source>{0} is not a text: this session writes no files</source>
        <translation>{0} 不是文本：本会话不写文件</translation>
    </message>
    <message>
        <source>the text has changed since the actions were listed</source>
        <translation>列出操作之后文本已改变</translation>
    </message>
    <message>
        <source>there is no name of the program here</source>
        <translation>此处没有程序中的名称</translation>
    </message>
    <message>
        <source>{0} is not a name</source>
        <translation>{0} 不是名称</translation>
    </message>
    <message>
        <source>{0} cannot be renamed while the text has errors</source>
        <translation>文本有错误时不能重命名 {0}</translation>
    </message>
    <message>
        <source>the schedule functions that may use {0} were not checked within {1} s</source>
        <translation>可能使用 {0} 的调度函数未能在 {1} 秒内检查完</translation>
    </message>
    <message>
        <source>with {1} for {0}, the text would be another program</source>
        <translation>把 {0} 改为 {1} 后，文本将是另一个程序</translation>
    </message>
    <message>
        <source>formatting {0} would lose {1}</source>
        <translation>格式化 {0} 会丢失{1}</translation>
    </message>
    <message>
        <source>there is no command {0}</source>
        <translation>没有命令 {0}</translation>
    </message>
    <message>
        <source>the text {0} is not open</source>
        <translation>文本 {0} 未打开</translation>
    </message>
    <message>
        <source>the window cannot be opened: {0}</source>
        <translation>无法打开窗口：{0}</translation>
    </message>
    <message>
        <source>put the cursor on a function, buffer, loop, block or variable</source>
        <translation>请将光标放在函数、缓冲区、循环、块或变量上</translation>
    </message>
    <message>
        <source>letters, digits and underscores make a name</source>
        <translation>名称由字母、数字和下划线组成</translation>
    </message>
    <message>
        <source>correct the errors of the text first</source>
        <translation>请先改正文本中的错误</translation>
    </message>
    <message>
        <source>rename it by hand</source>
        <translation>请手动重命名</translation>
    </message>
    <message>
        <source>choose a name that is not in use; names in strings of other functions are not followed</source>
        <translation>请选择未被使用的名称；其他函数的字符串中的名称不会随之更改</translation>
    </message>
    <message>
        <source>the comment {0}</source>
        <translation>注释 {0}</translation>
    </message>
    <message>
        <source>move comments out of the function, and write numbers in place of names of the file</source>
        <translation>请把注释移到函数之外，并用数字代替文件中的名称</translation>
    </message>
    <message>
        <source>open it in the editor</source>
        <translation>请在编辑器中打开它</translation>
    </message>
    <message>
        <source>{0} is no file</source>
        <translation>{0} 不是文件</translation>
    </message>
    <message>
        <source>save the text first</source>
        <translation>请先保存文本</translation>
    </message>
    <message>
        <source>{0} does not start</source>
        <translation>{0} 无法启动</translation>
    </message>
    <message>
        <source>install the package loopwright, or set the path of the window</source>
        <translation>请安装软件包 loopwright，或设置窗口程序的路径</translation>
    </message>
    <message>
        <source>ask for a part of the text</source>
        <translation>请只请求文本的一部分</translation>
    </message>
    <message>
        <source>there is no resource {0}</source>
        <translation>没有资源 {0}</translation>
    </message>
    <message>
        <source>there is no prompt {0}</source>
        <translation>没有提示 {0}</translation>
    </message>
    <message>
        <source>sessions and windows have no folder to meet in: {0}</source>
        <translation>会话和窗口没有可以会合的文件夹：{0}</translation>
    </message>
    <message>
        <source>cannot use the socket {0}: {1}</source>
        <translation>无法使用套接字 {0}：{1}</translation>
    </message>
    <message>
        <source>no session answers at {0}: {1}</source>
        <translation>{0} 处没有会话应答：{1}</translation>
    </message>
    <message>
        <source>the session at {0} is of another user</source>
        <translation>{0} 处的会话属于另一个用户</translation>
    </message>
    <message>
        <source>XDG_RUNTIME_DIR is not set</source>
        <translation>没有设置 XDG_RUNTIME_DIR</translation>
    </message>
    <message>
        <source>{0} is no folder</source>
        <translation>{0} 不是文件夹</translation>
    </message>
    <message>
        <source>{0} is of another user</source>
        <translation>{0} 属于另一个用户</translation>
    </message>
    <message>
        <source>others may enter {0}</source>
        <translation>其他用户可以进入 {0}</translation>
    </message>
    <message>
        <source>its path is too long</source>
        <translation>它的路径太长</translation>
    </message>
    <message>
        <source>this process has too many open files</source>
        <translation>本进程打开的文件太多</translation>
    </message>
    <message>
        <source>close documents</source>
        <translation>请关闭一些文档</translation>
    </message>
    <message>
        <source>set XDG_RUNTIME_DIR to a folder that only you may enter, as a login does</source>
        <translation>把 XDG_RUNTIME_DIR 设为只有您能进入的文件夹，就像登录时那样</translation>
    </message>
    <message>
        <source>the session may have ended</source>
        <translation>会话可能已经结束</translation>
    </message>
    <message>
        <source>only sessions of your own can be followed</source>
        <translation>只能跟随您自己的会话</translation>
    </message>
    <message>
        <source>a person at a window has taken over {0}: it is not changed now</source>
        <translation>窗口前的人已接管 {0}：现在不会更改它</translation>
    </message>
    <message>
        <source>a person at a window has changed {0}: {1}</source>
        <translation>窗口前的人更改了 {0}：{1}</translation>
    </message>
    <message>
        <source>a person at a window has pinned loop {0}: {1}</source>
        <translation>窗口前的人固定了循环 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} takes it as an argument</source>
        <translation>{0} 把它作为参数</translation>
    </message>
    <message>
        <source>it would be removed</source>
        <translation>它会被删除</translation>
    </message>
    <message>
        <source>it would be changed</source>
        <translation>它会被改变</translation>
    </message>
    <message>
        <source>it would be moved</source>
        <translation>它会被移动</translation>
    </message>
    <message>
        <source>{0} was undone</source>
        <translation>{0} 已被撤销</translation>
    </message>
    <message>
        <source>{0} was redone</source>
        <translation>{0} 已被重做</translation>
    </message>
    <message>
        <source>it is at state {0} now, {1}</source>
        <translation>它现在处于状态 {0}，即 {1}</translation>
    </message>
    <message>
        <source>wait, and call again later; reads and runs are answered meanwhile</source>
        <translation>请等待，稍后再调用；其间仍会回答读取和运行</translation>
    </message>
    <message>
        <source>read or variants say where it is; call again to go on from there</source>
        <translation>read 或 variants 说明它所处的位置；再次调用即可从那里继续</translation>
    </message>
    <message>
        <source>leave this loop as it is, or ask the person at the window to unpin it</source>
        <translation>让这个循环保持原样，或请窗口前的人取消固定</translation>
    </message>
    <message>
        <source>the limit of this session is reached: {0} {1}</source>
        <translation>已达到本会话的限制：{0} {1}</translation>
    </message>
    <message>
        <source>the request took more than {0} s and was stopped</source>
        <translation>请求超过 {0} 秒，已停止</translation>
    </message>
    <message>
        <source>there is not enough memory for the request</source>
        <translation>内存不足以完成该请求</translation>
    </message>
    <message>
        <source>its loop {0} has {1} iterations; write a number in place of the symbolic size</source>
        <translation>其循环 {0} 有 {1} 次迭代；请用数字代替该符号大小</translation>
    </message>
    <message>
        <source>this machine has {0} cores, and each candidate is measured on its own</source>
        <translation>本机有 {0} 个核，每个候选在各自的核上测量</translation>
    </message>
    <message>
        <source>{0} cannot be combined with {1}</source>
        <translation>{0} 不能与 {1} 同时使用</translation>
    </message>
    <message>
        <source>start workers of the queue by `lw worker`</source>
        <translation>请用 `lw worker` 启动队列的工作进程</translation>
    </message>
    <message>
        <source>the shown steps are not those of a candidate of {0}</source>
        <translation>所示步骤不是 {0} 的候选的步骤</translation>
    </message>
    <message>
        <source>no decision of the space made the loop {0}</source>
        <translation>循环 {0} 不由空间的任何决策生成</translation>
    </message>
    <message>
        <source>open a candidate of this space, or choose another space</source>
        <translation>打开此空间的一个候选，或选择另一个空间</translation>
    </message>
    <message>
        <source>pin decisions on the page Decisions instead</source>
        <translation>请改在“决策”页固定决策</translation>
    </message>
    <message>
        <source>there is no function named "{0}"</source>
        <translation>没有名为 "{0}" 的函数</translation>
    </message>
    <message>
        <source>there is no block named "{0}" in {1}</source>
        <translation>{1} 中没有名为 "{0}" 的块</translation>
    </message>
    <message>
        <source>{0} blocks are named "{1}" in {2}</source>
        <translation>{2} 中有 {0} 个名为 "{1}" 的块</translation>
    </message>
    <message>
        <source>loop {0} cannot be divided into {1} factors</source>
        <translation>循环 {0} 不能分成 {1} 个因子</translation>
    </message>
    <message>
        <source>the limit of the innermost factor must be at least 1, not {0}</source>
        <translation>最内层因子的上限至少为 1，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the decision {0} is not a list of {1} positive factors</source>
        <translation>决策 {0} 不是由 {1} 个正因子组成的列表</translation>
    </message>
    <message>
        <source>the inner part begins at factor {0}, but there are {1} factors</source>
        <translation>内层部分从因子 {0} 开始，而因子共有 {1} 个</translation>
    </message>
    <message>
        <source>the inner part must be a multiple of at least 1, not of {0}</source>
        <translation>内层部分须为至少 1 的倍数，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the decision {0} is not a list of {1} positive factors whose product is {2} and whose product from position {3} on is a multiple of {4}</source>
        <translation>决策 {0} 不是由 {1} 个正因子组成、乘积为 {2}、且从位置 {3} 起的因子之积为 {4} 的倍数的列表</translation>
    </message>
    <message>
        <source>there are no candidates to choose from</source>
        <translation>没有可供选择的候选</translation>
    </message>
    <message>
        <source>there are {0} candidates and {1} probabilities</source>
        <translation>有 {0} 个候选和 {1} 个概率</translation>
    </message>
    <message>
        <source>probability {0} is {1}; probabilities must not be negative, nor all 0</source>
        <translation>概率 {0} 为 {1}；概率不能为负，也不能全为 0</translation>
    </message>
    <message>
        <source>the decision {0} is not a position among {1} candidates</source>
        <translation>决策 {0} 不是 {1} 个候选中的位置</translation>
    </message>
    <message>
        <source>the decision {0} is not possible for block {1}; the possible ones are {2}</source>
        <translation>决策 {0} 对块 {1} 不可行：可行的有 {2}</translation>
    </message>
    <message>
        <source>loop {0} is bound to {1}</source>
        <translation>循环 {0} 已绑定到 {1}</translation>
    </message>
    <message>
        <source>loop {0} carries the annotation {1}</source>
        <translation>循环 {0} 带有标注 {1}</translation>
    </message>
    <message>
        <source>loop {0} cannot be split into zero loops</source>
        <translation>循环 {0} 不能拆分成零个循环</translation>
    </message>
    <message>
        <source>{0} of the factors are None, but at most one may be</source>
        <translation>有 {0} 个因子为 None，而最多只能有一个</translation>
    </message>
    <message>
        <source>factor {0} is {1}; a loop has at least one iteration</source>
        <translation>因子 {0} 为 {1}；循环至少有一次迭代</translation>
    </message>
    <message>
        <source>the factors of loop {0} cover {1} of its {2} iterations</source>
        <translation>循环 {0} 的因子只覆盖其 {2} 次迭代中的 {1} 次</translation>
    </message>
    <message>
        <source>loop {0} has no iteration, but its factors have {1}: the reduction would not be empty any more</source>
        <translation>循环 {0} 没有迭代，但它的因子有 {1} 次：归约将不再为空</translation>
    </message>
    <message>
        <source>the product of the factors of loop {0} exceeds {1}</source>
        <translation>循环 {0} 的因子之积超过 {1}</translation>
    </message>
    <message>
        <source>without a guard the factors of loop {0} run {1} iterations instead of {2}</source>
        <translation>没有守卫条件时，循环 {0} 的因子会执行 {1} 次迭代，而不是 {2} 次</translation>
    </message>
    <message>
        <source>loop {0} contains statements outside of any block, which cannot be guarded</source>
        <translation>循环 {0} 包含不在任何块中的语句，守卫条件对其不起作用</translation>
    </message>
    <message>
        <source>the bounds of loop {1} read memory at an index that depends on loop {0}, and the guard of {0} does not protect that read beyond the end of {0}</source>
        <translation>循环 {1} 的边界读取内存的索引依赖循环 {0}，而 {0} 的守卫条件不能阻止在 {0} 末尾之后的读取</translation>
    </message>
    <message>
        <source>{0} needs at least {1} loops, not {2}</source>
        <translation>{0} 至少需要 {1} 个循环，而不是 {2} 个</translation>
    </message>
    <message>
        <source>loop {0} is given twice</source>
        <translation>循环 {0} 被给出两次</translation>
    </message>
    <message>
        <source>loop {1} is not directly inside loop {0}</source>
        <translation>循环 {1} 不直接位于循环 {0} 之内</translation>
    </message>
    <message>
        <source>loop {0} contains more than loop {1}</source>
        <translation>循环 {0} 中除循环 {1} 外还有其他语句</translation>
    </message>
    <message>
        <source>the bounds of loop {1} depend on loop {0}</source>
        <translation>循环 {1} 的边界依赖于循环 {0}</translation>
    </message>
    <message>
        <source>the reduction of block {2} over loop {1} may have no iteration, and the fused loop would not tell for which iterations of loop {0} the init of {2} is to run then</source>
        <translation>块 {2} 沿循环 {1} 的归约可能一次也不执行，而合并后的循环无法说明此时应为循环 {0} 的哪些迭代执行 {2} 的初始化</translation>
    </message>
    <message>
        <source>decompose_reduction {0} first, or fuse {1} with loops of the reduction only</source>
        <translation>先对 {0} 使用 decompose_reduction，或只把 {1} 与归约的循环合并</translation>
    </message>
    <message>
        <source>loops {0} and {1} are not in one nest</source>
        <translation>循环 {0} 和 {1} 不在同一循环嵌套中</translation>
    </message>
    <message>
        <source>loop {0} contains more than one statement, so it cannot be interchanged with {1}</source>
        <translation>循环 {0} 包含多条语句，因此不能与 {1} 交换</translation>
    </message>
    <message>
        <source>the bounds of loop {0} depend on loop {1}, which would be inside it</source>
        <translation>循环 {0} 的边界依赖于循环 {1}，而后者将位于其内</translation>
    </message>
    <message>
        <source>the order {0} would reverse a dependence</source>
        <translation>顺序 {0} 会颠倒一个依赖</translation>
    </message>
    <message>
        <source>in the order {0}, the iterations of loop {1} would depend on each other, but they run at the same time</source>
        <translation>按顺序 {0}，循环 {1} 的各次迭代会相互依赖，而它们同时执行</translation>
    </message>
    <message>
        <source>loop {1} is inside loop {0}</source>
        <translation>循环 {1} 位于循环 {0} 之内</translation>
    </message>
    <message>
        <source>{0} is at depth {1} of its nest and {2} at depth {3}</source>
        <translation>{0} 位于其循环嵌套的第 {1} 层，而 {2} 位于第 {3} 层</translation>
    </message>
    <message>
        <source>loop {0} starts at {1} and has {2} iterations, but loop {3} starts at {4} and has {5}</source>
        <translation>循环 {0} 从 {1} 开始迭代 {2} 次，循环 {3} 从 {4} 开始迭代 {5} 次</translation>
    </message>
    <message>
        <source>the nests of {0} and {1} are not in the same sequence of statements</source>
        <translation>{0} 与 {1} 的循环嵌套不在同一语句序列中</translation>
    </message>
    <message>
        <source>{0} must run after the nest of {1} and before the nest of {2}</source>
        <translation>{0} 必须在 {1} 的循环嵌套之后、{2} 的循环嵌套之前执行</translation>
    </message>
    <message>
        <source>sharing the loops {0} and {1} would reverse a dependence</source>
        <translation>共用循环 {0} 和 {1} 会颠倒一个依赖</translation>
    </message>
    <message>
        <source>loop {0} contains no block</source>
        <translation>循环 {0} 不包含任何块</translation>
    </message>
    <message>
        <source>loop {0} cannot be divided into zero parts</source>
        <translation>循环 {0} 不能分成零个部分</translation>
    </message>
    <message>
        <source>{0} of the parts are None, but only one can be inferred</source>
        <translation>有 {0} 个部分为 None，只能推断出一个</translation>
    </message>
    <message>
        <source>part {0} has {1} iterations; a part has at least one</source>
        <translation>部分 {0} 有 {1} 次迭代；每个部分至少有一次</translation>
    </message>
    <message>
        <source>the parts of loop {0} cover {1} of its {2} iterations</source>
        <translation>循环 {0} 的各部分覆盖的迭代次数为 {1}，而它共有 {2} 次</translation>
    </message>
    <message>
        <source>the parts of loop {0} cover all its {1} iterations; nothing is left for None</source>
        <translation>循环 {0} 的各部分已覆盖其全部 {1} 次迭代，没有剩余可留给 None</translation>
    </message>
    <message>
        <source>block "{0}" is the root block of the function, so no loop can enclose it</source>
        <translation>块 "{0}" 是函数的根块，其外不能有循环</translation>
    </message>
    <message>
        <source>loop {0} has the extent {1}; the number of lanes must be a constant</source>
        <translation>循环 {0} 的长度为 {1}；通道数必须是常数</translation>
    </message>
    <message>
        <source>it could not be ruled out that {0}</source>
        <translation>无法排除：{0}</translation>
    </message>
    <message>
        <source>the iterations of loop {0} depend on each other, so it cannot {1}</source>
        <translation>循环 {0} 的各次迭代相互依赖，因此它不能 {1}</translation>
    </message>
    <message>
        <source>loop {0} carries the reduction of block "{1}", so it cannot {2}</source>
        <translation>循环 {0} 承载块 "{1}" 的归约，因此它不能 {2}</translation>
    </message>
    <message>
        <source>an annotation needs a name</source>
        <translation>标注需要名称</translation>
    </message>
    <message>
        <source>{0} has no annotation "{1}"</source>
        <translation>{0} 没有标注 "{1}"</translation>
    </message>
    <message>
        <source>there is no thread axis "{0}"</source>
        <translation>没有线程轴 "{0}"</translation>
    </message>
    <message>
        <source>loop {0} {2} it is already bound to {1}</source>
        <translation>循环 {0}（{2}）已绑定到 {1}</translation>
    </message>
    <message>
        <source>loop {0} has {1} iterations, but {2} has the extent {3} in loop {4} of the same kernel</source>
        <translation>循环 {0} 有 {1} 次迭代，但在同一内核的循环 {4} 中，{2} 的长度为 {3}</translation>
    </message>
    <message>
        <source>loop {0} already contains block {1}</source>
        <translation>循环 {0} 已包含块 {1}</translation>
    </message>
    <message>
        <source>block {0} and loop {1} are not in the same block scope ({2} and {3})</source>
        <translation>块 {0} 与循环 {1} 不在同一块作用域中（{2} 和 {3}）</translation>
    </message>
    <message>
        <source>no {0} of block {1} is under loop {2}</source>
        <translation>循环 {2} 下没有块 {1} 的 {0}</translation>
    </message>
    <message>
        <source>block {0}, a {1} of block {2}, is not under loop {3}: {4}</source>
        <translation>块 {0} 是块 {2} 的 {1}，但不在循环 {3} 下：{4}</translation>
    </message>
    <message>
        <source>under loop {0}, block {1}, which block {2} {3}, is too {4}</source>
        <translation>在循环 {0} 下，块 {2} {3} 的块 {1} 出现得太 {4}</translation>
    </message>
    <message>
        <source>block {2} cannot take position {0} under loop {1}: the positions between its producers and its consumers are {3} to {4}</source>
        <translation>块 {2} 不能放在循环 {1} 下的位置 {0}：其生产者与消费者之间的位置是 {3} 到 {4}</translation>
    </message>
    <message>
        <source>block {0} writes {1}, a result of its scope, and under loop {2} {3}</source>
        <translation>块 {0} 写入其作用域的结果 {1}，而在循环 {2} 下，{3}</translation>
    </message>
    <message>
        <source>moving block {0} under loop {1} changes the results: {2}</source>
        <translation>将块 {0} 移到循环 {1} 下会改变结果：{2}</translation>
    </message>
    <message>
        <source>loop {0} runs its iterations at once, and with block {1} in it they would depend on each other</source>
        <translation>循环 {0} 的各次迭代同时执行，把块 {1} 放进去后它们会相互依赖</translation>
    </message>
    <message>
        <source>inline the block before the loop is made parallel</source>
        <translation>在循环并行化之前内联该块</translation>
    </message>
    <message>
        <source>loop {0} runs in parallel, and its iterations would share what block {1} computes</source>
        <translation>循环 {0} 并行执行，其各次迭代会共用块 {1} 的计算结果</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} computes the same under loop {1}: {2} ({3})</source>
        <translation>无法判定块 {0} 在循环 {1} 下的计算结果不变：{2}（{3}）</translation>
    </message>
    <message>
        <source>block {0} writes {1}, which is not allocated in its scope: a result must be written</source>
        <translation>块 {0} 写入 {1}，后者不是在其作用域中分配的：结果必须写出</translation>
    </message>
    <message>
        <source>{0} is written by {1} blocks ({2}): no single expression computes its elements</source>
        <translation>{0} 由 {1} 个块（{2}）写入：没有单一的表达式能给出其元素</translation>
    </message>
    <message>
        <source>block {0} is not a single store: {1}</source>
        <translation>块 {0} 不是单个存储：{1}</translation>
    </message>
    <message>
        <source>no block of the scope reads {0}</source>
        <translation>作用域中没有块读取 {0}</translation>
    </message>
    <message>
        <source>{0} is accessed through its pointer or a match_buffer</source>
        <translation>{0} 通过其指针或 match_buffer 被访问</translation>
    </message>
    <message>
        <source>the iteration variables of block {1} cannot be recovered from the indices of its store to {0}: {2}</source>
        <translation>由块 {1} 存储到 {0} 的索引不能求出其迭代变量：{2}</translation>
    </message>
    <message>
        <source>inlining block {0} changes the results: {1}</source>
        <translation>内联块 {0} 会改变结果：{1}</translation>
    </message>
    <message>
        <source>block {0} reads {1}, which may change before the readers of {2} run ({3})</source>
        <translation>块 {0} 读取 {1}，而它在 {2} 的读取者执行之前可能改变（{3}）</translation>
    </message>
    <message>
        <source>block {0} reads nothing that another block of its scope computes, so there is no producer to inline it into</source>
        <translation>块 {0} 不读取同一作用域中其他块计算的内容，因此没有可以内联到其中的生产者</translation>
    </message>
    <message>
        <source>block {0} reads {1}, which is written by {2} blocks ({3}): it can only be inlined into a single producer</source>
        <translation>块 {0} 读取 {1}，而写入它的有 {2} 个块（{3}）：只能内联到单个生产者中</translation>
    </message>
    <message>
        <source>block {0} is a reduction: its elements are not final when they are stored</source>
        <translation>块 {0} 是归约：其元素被存储时还不是最终值</translation>
    </message>
    <message>
        <source>{0} is also read by {1}: it must be stored</source>
        <translation>{0} 还被 {1} 读取：它必须被存储</translation>
    </message>
    <message>
        <source>block {0} reads {1} with several indices ({2} and {3}), but a store of the producer computes only one of these elements</source>
        <translation>块 {0} 以多个索引读取 {1}（{2} 和 {3}），而生产者的一次存储只计算其中一个元素</translation>
    </message>
    <message>
        <source>the iteration variables of block {1} cannot be recovered from its indices of {0}: {2}</source>
        <translation>由块 {1} 访问 {0} 的索引不能求出其迭代变量：{2}</translation>
    </message>
    <message>
        <source>inlining block {0} into {1} changes the results: {2}</source>
        <translation>将块 {0} 内联到 {1} 会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} produces what block {1} needs at the right time ({2})</source>
        <translation>无法判定块 {0} 在正确的时间产生块 {1} 所需的值（{2}）</translation>
    </message>
    <message>
        <source>blocks {0} and {1} are not in the same block scope</source>
        <translation>块 {0} 和 {1} 不在同一块作用域中</translation>
    </message>
    <message>
        <source>block {0} cannot start from another initial value: {1}</source>
        <translation>块 {0} 不能从另一个初值开始：{1}</translation>
    </message>
    <message>
        <source>block {0} does more than add to the result of {1}: {2}</source>
        <translation>块 {0} 不只是在 {1} 的结果上做加法：{2}</translation>
    </message>
    <message>
        <source>block {0} computes {1} from the result of {2}, which combines values by {3}: an initial value can only be combined by {3}</source>
        <translation>块 {0} 由 {2} 的结果计算 {1}，而该结果以 {3} 结合各值：初值也只能以 {3} 结合</translation>
    </message>
    <message>
        <source>{0} is not allocated in the scope of block {1}: its values are results</source>
        <translation>{0} 不是在块 {1} 的作用域中分配的：其值属于结果</translation>
    </message>
    <message>
        <source>{0} is also used by block {1}: it must be stored</source>
        <translation>{0} 还被块 {1} 使用：它必须被存储</translation>
    </message>
    <message>
        <source>the iteration variables of block {1} cannot be recovered from its reads of {0}: {2}</source>
        <translation>由块 {1} 对 {0} 的读取不能求出其迭代变量：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that {0} runs once for every value of its iteration variables</source>
        <translation>无法证明 {0} 对其迭代变量的每个取值恰好执行一次</translation>
    </message>
    <message>
        <source>between blocks {0} and {1}, {2} {3} {4}</source>
        <translation>在块 {0} 与块 {1} 之间，{2} {3} {4}</translation>
    </message>
    <message>
        <source>loop {0} contains both blocks and is a reduction loop of {1}, whose result is not complete inside it</source>
        <translation>循环 {0} 同时包含这两个块，又是 {1} 的归约循环，后者的结果在循环内尚不完整</translation>
    </message>
    <message>
        <source>block {0} also writes {1}: a copy made before it would not contain its own results</source>
        <translation>块 {0} 也写入 {1}：在它之前建立的副本不包含它自己的结果</translation>
    </message>
    <message>
        <source>block {0} does not read {1} in the scope of block {2}</source>
        <translation>块 {0} 在块 {2} 的作用域中不读取 {1}</translation>
    </message>
    <message>
        <source>no position in the program is after all blocks that write {0} ({1}) and before block {2}</source>
        <translation>没有一个位置既在所有写入 {0} 的块（{1}）之后，又在块 {2} 之前</translation>
    </message>
    <message>
        <source>block {0} accesses {1} through its pointer or a match_buffer, which would keep the layout and scope of the old buffer</source>
        <translation>块 {0} 通过指针或 match_buffer 访问 {1}，这会保留旧缓冲区的布局和存储域</translation>
    </message>
    <message>
        <source>a copy of {0} for block {1} changes the results: {2}</source>
        <translation>为块 {1} 建立 {0} 的副本会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that a copy of {0} for block {1} keeps the results ({2})</source>
        <translation>无法判定为块 {1} 建立 {0} 的副本会保持结果不变（{2}）</translation>
    </message>
    <message>
        <source>{0} is written by {1}, and it could not be proved that a copy holds all final values ({2})</source>
        <translation>{0} 由 {1} 写入，且无法判定副本保存了所有最终的值（{2}）</translation>
    </message>
    <message>
        <source>{0}: there is no storage scope "{1}"</source>
        <translation>{0}：没有存储域 "{1}"</translation>
    </message>
    <message>
        <source>block {0} reads {1} before all blocks that write it ({2}) have finished, so there is no position for the copy</source>
        <translation>块 {0} 在所有写入 {1} 的块（{2}）完成之前就读取它，因此没有位置可放置副本</translation>
    </message>
    <message>
        <source>a cache for {0} after block {1} changes the results: {2}</source>
        <translation>在块 {1} 之后为 {0} 设置缓存会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} writes every element of {1} that would be copied ({2})</source>
        <translation>无法判定块 {0} 写入了 {1} 中将被复制的每个元素（{2}）</translation>
    </message>
    <message>
        <source>under loop {0}, {1} is written after it is read: one copy cannot serve both</source>
        <translation>在循环 {0} 下，{1} 先被读取后被写入：一个副本不能兼顾两者</translation>
    </message>
    <message>
        <source>with a tile of {0} per iteration of loop {1}, iterations of loop {2}, which run at once, would use elements that others of them write</source>
        <translation>若循环 {1} 的每次迭代有 {0} 的一块，同时运行的循环 {2} 的迭代会使用其他迭代所写的元素</translation>
    </message>
    <message>
        <source>take the step before the loop is made parallel, or choose a loop further inside</source>
        <translation>在循环并行化之前执行此步骤，或选择更内层的循环</translation>
    </message>
    <message>
        <source>a tile of {0} per iteration of loop {1} changes the results: {2}</source>
        <translation>为循环 {1} 的每次迭代建立 {0} 的分块会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that a tile of {0} per iteration of loop {1} holds the right values ({2})</source>
        <translation>无法判定为循环 {1} 的每次迭代建立的 {0} 的分块保存了正确的值（{2}）</translation>
    </message>
    <message>
        <source>buffer {0} is {1}: its storage scope cannot be changed</source>
        <translation>缓冲区 {0} 是 {1}：不能改变其存储域</translation>
    </message>
    <message>
        <source>buffer {0} is accessed through a match_buffer, whose scope must be the same</source>
        <translation>缓冲区 {0} 通过 match_buffer 被访问，后者的存储域必须与它相同</translation>
    </message>
    <message>
        <source>block {0} has no init to move out</source>
        <translation>块 {0} 没有可移出的初始化</translation>
    </message>
    <message>
        <source>loop {0} does not contain block {1}</source>
        <translation>循环 {0} 不包含块 {1}</translation>
    </message>
    <message>
        <source>loop {0} is inside the reduction loop {1} of block {2}: the init would run once per iteration of {1} and overwrite the partial result</source>
        <translation>循环 {0} 位于块 {2} 的归约循环 {1} 之内：初始化会在 {1} 的每次迭代中执行一次并覆盖部分结果</translation>
    </message>
    <message>
        <source>moving the init of block {0} before loop {1} changes the results: {2}</source>
        <translation>将块 {0} 的初始化移到循环 {1} 之前会改变结果：{2}</translation>
    </message>
    <message>
        <source>block {0} writes one element for several values of {1}, and it could not be proved that its init may run before loop {2} ({3})</source>
        <translation>块 {0} 对 {1} 的多个取值写入同一元素，且无法判定其初始化可以在循环 {2} 之前执行（{3}）</translation>
    </message>
    <message>
        <source>it could not be proved that the loops of block {0} start where its reduction starts, which is where it is initialised ({1})</source>
        <translation>无法证明块 {0} 的循环从其归约的起点（即它被初始化之处）开始（{1}）</translation>
    </message>
    <message>
        <source>the condition {1} of block {0} uses loops of the reduction and of its elements, and it could not be proved that the init may run without it ({2})</source>
        <translation>块 {0} 的条件 {1} 同时使用归约的循环和其元素的循环，且无法证明初始化可以不带该条件执行（{2}）</translation>
    </message>
    <message>
        <source>loop {0} contains {1} blocks; only a loop of a single reduction can be factored</source>
        <translation>循环 {0} 包含 {1} 个块；只有单个归约的循环才能分解</translation>
    </message>
    <message>
        <source>the reduction of block {0} cannot be factored: {1}</source>
        <translation>块 {0} 的归约不能分解：{1}</translation>
    </message>
    <message>
        <source>block {0} starts with {1}, which is not the identity of {2}: it would be combined once per partial result</source>
        <translation>块 {0} 以 {1} 为初值，而它不是 {2} 的单位元：每个部分结果都会结合它一次</translation>
    </message>
    <message>
        <source>no reduction variable of block {1} is bound to loop {0}</source>
        <translation>块 {1} 没有绑定到循环 {0} 的归约变量</translation>
    </message>
    <message>
        <source>a spatial variable and a reduction variable of block {1} are bound to loop {0}</source>
        <translation>块 {1} 的一个空间变量和一个归约变量同时绑定到循环 {0}</translation>
    </message>
    <message>
        <source>no iteration variable of block {1} is bound to loop {0}, which only repeats the block</source>
        <translation>块 {1} 没有绑定到循环 {0} 的迭代变量，该循环只是重复执行此块</translation>
    </message>
    <message>
        <source>factor axis {0} does not exist: the partial results have {1} dimensions, {2} to {3}</source>
        <translation>因子轴 {0} 不存在：部分结果有 {1} 个维度，从 {2} 到 {3}</translation>
    </message>
    <message>
        <source>loop {0} contains more than block {1}, so it cannot be moved out of the nest</source>
        <translation>循环 {0} 包含的不只是块 {1}，因此不能移出循环嵌套</translation>
    </message>
    <message>
        <source>there is {1} between the loops of block {0}</source>
        <translation>块 {0} 的循环之间有 {1}</translation>
    </message>
    <message>
        <source>the bounds of loop {0} depend on loop {1}</source>
        <translation>循环 {0} 的边界依赖于循环 {1}</translation>
    </message>
    <message>
        <source>the guard {0} of block {1} may skip the first iteration of a reduction, which then starts later</source>
        <translation>块 {1} 的守卫条件 {0} 可能略去归约的首次迭代，使归约较晚开始</translation>
    </message>
    <message>
        <source>block {0} reads {1}, which {2} writes under loop {3}: the partial results are computed before that loop</source>
        <translation>块 {0} 读取 {1}，而 {2} 在循环 {3} 下写入它：部分结果在该循环之前计算</translation>
    </message>
    <message>
        <source>block {0} keeps the first of equal values, and loop {1} is outside of loop {2}: the partial results of {2} would be combined in another order</source>
        <translation>块 {0} 在相等的值中保留第一个，而循环 {1} 位于循环 {2} 之外：{2} 的部分结果会按另一种顺序合并</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} combines every value exactly once: {1}</source>
        <translation>无法证明块 {0} 对每个值恰好结合一次：{1}</translation>
    </message>
    <message>
        <source>the update of block {0} is atomic already</source>
        <translation>块 {0} 的更新已是原子的</translation>
    </message>
    <message>
        <source>block {0} initialises {1} in its own init, which another iteration could run after updates</source>
        <translation>块 {0} 在自身的初始化中为 {1} 设初值，而另一次迭代可能在更新之后执行该初始化</translation>
    </message>
    <message>
        <source>block {0} does not update a single element: {1}</source>
        <translation>块 {0} 不是对单个元素的更新：{1}</translation>
    </message>
    <message>
        <source>{0} has elements of type {1}, but atomic updates are 32 or 64 bits wide</source>
        <translation>{0} 的元素类型为 {1}，而原子更新的宽度为 32 或 64 位</translation>
    </message>
    <message>
        <source>loop {0} contains {1} blocks</source>
        <translation>循环 {0} 包含 {1} 个块</translation>
    </message>
    <message>
        <source>there are other statements between {0} and block {1}</source>
        <translation>{0} 与块 {1} 之间还有其他语句</translation>
    </message>
    <message>
        <source>the iteration variables of block {0} cannot be divided at {1}: {2}</source>
        <translation>块 {0} 的迭代变量不能在 {1} 处分开：{2}</translation>
    </message>
    <message>
        <source>the guard {0} of block {1} depends on loops inside and outside of the new block</source>
        <translation>块 {1} 的守卫条件 {0} 同时依赖新块内部和外部的循环</translation>
    </message>
    <message>
        <source>initialising all elements of block {0} before its inner loops changes the results: {1}</source>
        <translation>在块 {0} 的内层循环之前初始化其所有元素会改变结果：{1}</translation>
    </message>
    <message>
        <source>iteration variable {0} of block {1} begins at {2}, after the start {3} of its domain, where the block is initialised</source>
        <translation>块 {1} 的迭代变量 {0} 从 {2} 开始，晚于其定义域的起点 {3}，而该块在此起点处初始化</translation>
    </message>
    <message>
        <source>no blocks are given</source>
        <translation>没有给出块</translation>
    </message>
    <message>
        <source>block {0} is between the given blocks</source>
        <translation>块 {0} 位于给出的块之间</translation>
    </message>
    <message>
        <source>blocks {0} and {1} use the enclosing loops differently</source>
        <translation>块 {0} 与块 {1} 对外围循环的使用方式不同</translation>
    </message>
    <message>
        <source>loops outside of the new block carry the reduction of block {0}</source>
        <translation>块 {0} 的归约由新块之外的循环承担</translation>
    </message>
    <message>
        <source>there is no intrinsic named "{0}"</source>
        <translation>没有名为 "{0}" 的内建指令</translation>
    </message>
    <message>
        <source>block {0} does not compute what "{1}" computes: expected {2}, found {3}</source>
        <translation>块 {0} 的计算与 "{1}" 的计算不符：应为 {2}，实际为 {3}</translation>
    </message>
    <message>
        <source>"{0}" writes {1} and also takes {2}, which are both {3}</source>
        <translation>"{0}" 写入 {1}，同时又以 {2} 为输入，而两者都是 {3}</translation>
    </message>
    <message>
        <source>the description of "{0}" does not use its parameter {1}</source>
        <translation>"{0}" 的描述没有使用其参数 {1}</translation>
    </message>
    <message>
        <source>"{0}" takes {1} in the storage scope "{2}", but {3} is in "{4}"</source>
        <translation>"{0}" 要求 {1} 位于存储域 "{2}"，而 {3} 位于 "{4}"</translation>
    </message>
    <message>
        <source>"{0}" needs {1} to begin at a multiple of {2} elements; in {3} it begins at {4}</source>
        <translation>"{0}" 要求 {1} 的起始位置是 {2} 个元素的整数倍；在 {3} 中它从 {4} 开始</translation>
    </message>
    <message>
        <source>"{0}" takes {1} as {2}, but its part of {3} has another layout</source>
        <translation>"{0}" 要求 {1} 为 {2}，而它在 {3} 中对应的部分不是这种布局</translation>
    </message>
    <message>
        <source>{0} loops are given, but {1} sizes</source>
        <translation>给出了 {0} 个循环，但有 {1} 个大小</translation>
    </message>
    <message>
        <source>nothing under loop {0} follows block {1}</source>
        <translation>循环 {0} 之下，块 {1} 之后没有任何内容</translation>
    </message>
    <message>
        <source>block {1} is inside {2} under loop {0}, which cannot be divided</source>
        <translation>循环 {0} 之下的块 {1} 位于 {2} 之内，而后者无法分割</translation>
    </message>
    <message>
        <source>dividing loop {0} after block {1} changes the results: {2}</source>
        <translation>在块 {1} 之后分割循环 {0} 会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that loop {0} can be divided after block {1} ({2})</source>
        <translation>无法判定循环 {0} 可以在块 {1} 之后分割（{2}）</translation>
    </message>
    <message>
        <source>loop {0} has {1} iterations, so {2} of them cannot be peeled</source>
        <translation>循环 {0} 有 {1} 次迭代，无法从中剥离 {2} 次</translation>
    </message>
    <message>
        <source>shifted by {1}, loop {0} would leave the range of {2}</source>
        <translation>起点后移 {1} 后，循环 {0} 会超出 {2} 的表示范围</translation>
    </message>
    <message>
        <source>loop {0} is the innermost one of its nest: there is nothing to jam into</source>
        <translation>循环 {0} 是其循环嵌套的最内层循环：没有可供合入的内层循环</translation>
    </message>
    <message>
        <source>a pragma needs a name</source>
        <translation>pragma 需要一个名称</translation>
    </message>
    <message>
        <source>block {0} needs {1}, which is computed in the nest of {2}, a consumer of {0}</source>
        <translation>块 {0} 需要 {1}，而它在 {0} 的消费者 {2} 的循环嵌套中计算</translation>
    </message>
    <message>
        <source>giving block {0} a nest of its own changes the results: {1}</source>
        <translation>为块 {0} 建立单独的循环嵌套会改变结果：{1}</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} computes the same in a nest of its own ({1})</source>
        <translation>无法判定块 {0} 在单独的循环嵌套中计算结果相同（{1}）</translation>
    </message>
    <message>
        <source>a group needs at least one output block</source>
        <translation>一个组至少需要一个作为其结尾的块</translation>
    </message>
    <message>
        <source>no blocks to move are given</source>
        <translation>没有给出要移动的块</translation>
    </message>
    <message>
        <source>block {0} neither reads nor writes a buffer {1}</source>
        <translation>块 {0} 既不读取也不写入缓冲区 {1}</translation>
    </message>
    <message>
        <source>block {0} reads {1} buffers; there is no operand {2}</source>
        <translation>块 {0} 读取 {1} 个缓冲区；没有操作数 {2}</translation>
    </message>
    <message>
        <source>the layout has {0} inputs, but operand {1} has {2} dimensions</source>
        <translation>该布局有 {0} 个输入，而操作数 {1} 有 {2} 个维度</translation>
    </message>
    <message>
        <source>the condition for block {0} takes {1} variables, but {2} loops enclose it</source>
        <translation>块 {0} 的条件接受 {1} 个变量，但其外围有 {2} 个循环</translation>
    </message>
    <message>
        <source>the condition for block {0} must be one boolean expression</source>
        <translation>块 {0} 的条件不是单个真值</translation>
    </message>
    <message>
        <source>a guard {1} on block {0} changes the results: {2}</source>
        <translation>为块 {0} 加上守卫条件 {1} 会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} may be skipped where {1} does not hold ({2})</source>
        <translation>无法判定在 {1} 不成立时可以略去块 {0}（{2}）</translation>
    </message>
    <message>
        <source>with a guard {1} on block {0}, the iterations of loop {2} depend on each other, but they run in parallel</source>
        <translation>为块 {0} 加上守卫条件 {1} 后，循环 {2} 的各次迭代相互依赖，而它们并行执行</translation>
    </message>
    <message>
        <source>the region that block {0} computes does not advance with loop {1}, or does not overlap with the previous one</source>
        <translation>块 {0} 计算的区域不随循环 {1} 推进，或与前一次的区域不重叠</translation>
    </message>
    <message>
        <source>the iterations of loop {0} do not run one after the other</source>
        <translation>循环 {0} 的各次迭代不是依次执行的</translation>
    </message>
    <message>
        <source>block {0} does not allocate {1}</source>
        <translation>块 {0} 没有分配 {1}</translation>
    </message>
    <message>
        <source>the shape of {0} depends on the iteration variables of block {1}</source>
        <translation>{0} 的形状依赖块 {1} 的迭代变量</translation>
    </message>
    <message>
        <source>the iterations of loop {0} run in parallel and would share {1}</source>
        <translation>循环 {0} 的各次迭代并行执行，会共用 {1}</translation>
    </message>
    <message>
        <source>no block under loop {0} reads a buffer {1}</source>
        <translation>循环 {0} 之下没有块读取缓冲区 {1}</translation>
    </message>
    <message>
        <source>the region of {1} that the blocks under loop {0} read in one iteration is not known</source>
        <translation>循环 {0} 之下的块在一次迭代中读取 {1} 的哪些部分是未知的</translation>
    </message>
    <message>
        <source>a prefetch distance of {0} iterations is not positive</source>
        <translation>预取距离 {0} 次迭代不是正数</translation>
    </message>
    <message>
        <source>the prefetches of {0} cannot be distributed over loop {1}: {2}</source>
        <translation>对 {0} 的预取无法分散到循环 {1} 的各次迭代中：{2}</translation>
    </message>
    <message>
        <source>function {0} cannot be simplified any further</source>
        <translation>函数 {0} 无法进一步化简</translation>
    </message>
    <message>
        <source>no block of function {0} can be inlined</source>
        <translation>函数 {0} 中没有可以内联的块</translation>
    </message>
    <message>
        <source>block {0} has no {1} buffer {2}; it {3} {4}</source>
        <translation>块 {0} 没有 {1} 缓冲区 {2}；它 {3} {4}</translation>
    </message>
    <message>
        <source>the stride cannot be aligned to {0}: the factor has to be positive</source>
        <translation>步长无法对齐到 {0}：因子必须为正数</translation>
    </message>
    <message>
        <source>buffer {0} has no dimension {1}; it has {2} dimensions</source>
        <translation>缓冲区 {0} 没有维度 {1}；它有 {2} 个维度</translation>
    </message>
    <message>
        <source>buffer {0} is {1}: the caller determines {2}</source>
        <translation>缓冲区 {0} 是 {1}：{2} 由调用者决定</translation>
    </message>
    <message>
        <source>"{0}" is not a type for the elements of a buffer</source>
        <translation>"{0}" 不是缓冲区元素可用的类型</translation>
    </message>
    <message>
        <source>buffer {0} is accessed through its pointer or a match_buffer, which would not follow the change</source>
        <translation>缓冲区 {0} 还通过其指针或 match_buffer 被访问，而后者不会随之改变</translation>
    </message>
    <message>
        <source>the map returns {0} ranges, but buffer {1} has {2} dimensions</source>
        <translation>映射给出 {0} 个范围，而缓冲区 {1} 有 {2} 个维度</translation>
    </message>
    <message>
        <source>block {0} accesses {1} outside of the range {2} that is declared for dimension {3}</source>
        <translation>块 {0} 对 {1} 的访问超出了为维度 {3} 声明的范围 {2}</translation>
    </message>
    <message>
        <source>{0} is not a permutation of the {1} iteration variables of block {2}</source>
        <translation>{0} 不是块 {2} 的 {1} 个迭代变量的一种排列</translation>
    </message>
    <message>
        <source>the index map has {0} inputs, but buffer {1} has {2} dimensions</source>
        <translation>索引映射有 {0} 个输入，而缓冲区 {1} 有 {2} 个维度</translation>
    </message>
    <message>
        <source>index {0} of the map ({1}) cannot be an index of buffer {2}: its range does not start at 0 or has no known end</source>
        <translation>映射的索引 {0}（{1}）不能作为缓冲区 {2} 的索引：它的范围不从 0 开始，或终点未知</translation>
    </message>
    <message>
        <source>elements {0} and {1} of buffer {2} would be stored at the same position</source>
        <translation>缓冲区 {2} 的元素 {0} 与 {1} 会存储在同一位置</translation>
    </message>
    <message>
        <source>it could not be proved that the index map gives every element of {0} its own position</source>
        <translation>无法判定索引映射为 {0} 的每个元素给出各自不同的位置</translation>
    </message>
    <message>
        <source>it is not known which positions of the new layout of {0} have no element, so they cannot be filled</source>
        <translation>无法判定 {0} 的新布局中哪些位置没有元素，因此无法填充</translation>
    </message>
    <message>
        <source>the new shape {0} of buffer {1} has more positions than it has elements: those {2} would have no value</source>
        <translation>缓冲区 {1} 的新形状 {0} 的位置多于元素个数：{2} 的位置会没有值</translation>
    </message>
    <message>
        <source>the map of the pad value has {0} inputs, but the new buffer has {1} dimensions</source>
        <translation>填充值的映射有 {0} 个输入，而新缓冲区有 {1} 个维度</translation>
    </message>
    <message>
        <source>the pad value has type {0}, but buffer {1} has {2}</source>
        <translation>填充值的类型为 {0}，而缓冲区 {1} 的类型为 {2}</translation>
    </message>
    <message>
        <source>nothing in the function writes {0}, so nothing can fill the positions that the new layout adds</source>
        <translation>函数中没有任何内容写入 {0}，因此无法填充新布局增加的位置</translation>
    </message>
    <message>
        <source>buffer {0} has strides of its own, which already define its layout</source>
        <translation>缓冲区 {0} 自带步长，这本身已是一种布局</translation>
    </message>
    <message>
        <source>the size {0} could no longer be read from the shape of a parameter</source>
        <translation>大小 {0} 将无法再由参数的形状得知</translation>
    </message>
    <message>
        <source>{0} are not positions between the {1} dimensions of buffer {2}</source>
        <translation>{0} 不是缓冲区 {2} 的 {1} 个维度之间的位置</translation>
    </message>
    <message>
        <source>iteration variable {0} of block {1} is bound to {2}, not to a loop of its own</source>
        <translation>块 {1} 的迭代变量 {0} 绑定到 {2}，而不是单独的循环</translation>
    </message>
    <message>
        <source>block {0} has the guard {1}</source>
        <translation>块 {0} 有守卫条件 {1}</translation>
    </message>
    <message>
        <source>loop {0} contains more than block {1}, so the loop cannot be replaced</source>
        <translation>循环 {0} 包含的不只是块 {1}，因此无法替换</translation>
    </message>
    <message>
        <source>no iteration variable of block {1} is bound to loop {0}: the loop only repeats the block</source>
        <translation>块 {1} 没有绑定到循环 {0} 的迭代变量：该循环只是重复执行此块</translation>
    </message>
    <message>
        <source>loop {0} starts at {1}, not at 0</source>
        <translation>循环 {0} 从 {1} 开始，而不是从 0 开始</translation>
    </message>
    <message>
        <source>loop {0} has {1} iterations, but iteration variable {2} of block {3} has {4} values</source>
        <translation>循环 {0} 执行 {1} 次迭代，而块 {3} 的迭代变量 {2} 有 {4} 个取值</translation>
    </message>
    <message>
        <source>loop {0} is {1}</source>
        <translation>循环 {0} 是 {1}</translation>
    </message>
    <message>
        <source>the body of block {0} uses loop {1} directly, not through an iteration variable</source>
        <translation>块 {0} 在内部直接使用循环 {1}，而不是通过迭代变量</translation>
    </message>
    <message>
        <source>block {0} is the root of the function; there is no block around it</source>
        <translation>块 {0} 是函数的根块；其外围没有块</translation>
    </message>
    <message>
        <source>the index map has {0} inputs, but block {1} has {2} iteration variables</source>
        <translation>索引映射有 {0} 个输入，而块 {1} 有 {2} 个迭代变量</translation>
    </message>
    <message>
        <source>the new iteration variable {0} of block {1} would combine {2}</source>
        <translation>块 {1} 的新迭代变量 {0} 会混合 {2}</translation>
    </message>
    <message>
        <source>the index map of block {0} cannot be inverted: it does not reach all values of the new iteration variables, or does not consist of splits and fusions</source>
        <translation>块 {0} 的索引映射不可逆：它没有取到新迭代变量的所有值，或不由拆分与融合构成</translation>
    </message>
    <message>
        <source>the index map of block {2} takes {0} and {1} to the same values of the new iteration variables</source>
        <translation>块 {2} 的索引映射把 {0} 与 {1} 映射到新迭代变量的相同取值</translation>
    </message>
    <message>
        <source>the init does not use all spatial axes</source>
        <translation>初始化没有使用所有空间轴</translation>
    </message>
    <message>
        <source>the init of block {0} runs where all its reduction variables are 0, which would no longer be its first execution</source>
        <translation>块 {0} 的初始化在其所有归约变量均为 0 时执行，而这将不再是它的第一次执行</translation>
    </message>
    <message>
        <source>the new order of the iteration variables of block {0} changes the results: {1}</source>
        <translation>块 {0} 的迭代变量的新顺序会改变结果：{1}</translation>
    </message>
    <message>
        <source>block {0} accesses {1} through its pointer, a match_buffer or a block inside of it</source>
        <translation>块 {0} 通过指针、match_buffer 或其内部的块访问 {1}</translation>
    </message>
    <message>
        <source>block {0} accesses {1} at {2} and at {3}; a copy indexed by its iteration variables has one element per execution</source>
        <translation>块 {0} 在 {2} 和 {3} 处访问 {1}；按其迭代变量建立的副本每次执行只有一个元素</translation>
    </message>
    <message>
        <source>the index {0} of {1} uses more than the iteration variables of block {2}</source>
        <translation>{1} 的索引 {0} 不只由块 {2} 的迭代变量构成</translation>
    </message>
    <message>
        <source>executions of block {0} with different elements of {1} would share one element of the copy{2}</source>
        <translation>块 {0} 访问 {1} 不同元素的多次执行会共用副本中的同一位置{2}</translation>
    </message>
    <message>
        <source>the result {0} of the index map cannot be an index: its range does not start at 0 or has no known end</source>
        <translation>索引映射的结果 {0} 不能作为索引：它的范围不从 0 开始，或终点未知</translation>
    </message>
    <message>
        <source>no position in the program is after all blocks that write {1} and before block {0}</source>
        <translation>不存在位于所有写入 {1} 的块之后且在块 {0} 之前的位置</translation>
    </message>
    <message>
        <source>{1} is read before block {0} has written it, so there is no position for the copy</source>
        <translation>{1} 在块 {0} 写入之前就被读取，因此没有可放置副本的位置</translation>
    </message>
    <message>
        <source>block {0} reads {1} but does not write it</source>
        <translation>块 {0} 读取 {1}，但不写入它</translation>
    </message>
    <message>
        <source>block {0} accesses {1} at {2}, outside of the declared region {3}</source>
        <translation>块 {0} 在 {2} 处访问 {1}，超出了声明的区域 {3}</translation>
    </message>
    <message>
        <source>block {0} declares that it writes {1}, but only {2} is read and would be copied in</source>
        <translation>块 {0} 声明写入 {1}，但其中只有 {2} 被读取并会被复制进来</translation>
    </message>
    <message>
        <source>a copy of {0} cannot be made before block {1}: {2}</source>
        <translation>无法在块 {1} 之前建立 {0} 的副本：{2}</translation>
    </message>
    <message>
        <source>iterations of loop {0} that run at the same time would use the same part of the copy of {1}</source>
        <translation>循环 {0} 中同时执行的迭代会使用 {1} 的副本的同一部分</translation>
    </message>
    <message>
        <source>the threshold {0} is negative</source>
        <translation>阈值 {0} 为负数</translation>
    </message>
    <message>
        <source>{0} paddings are given, but block {1} has {2} iteration variables</source>
        <translation>给出了 {0} 个填充量，而块 {1} 有 {2} 个迭代变量</translation>
    </message>
    <message>
        <source>the extent of iteration variable {0} cannot be padded to a multiple of {1}</source>
        <translation>迭代变量 {0} 的长度无法变为 {1} 的整数倍</translation>
    </message>
    <message>
        <source>block {0} is not a sum of products: {1}</source>
        <translation>块 {0} 不是乘积之和：{1}</translation>
    </message>
    <message>
        <source>the index {0} of {1} in block {2} is not a single iteration variable</source>
        <translation>块 {2} 中 {1} 的索引 {0} 不是单个迭代变量</translation>
    </message>
    <message>
        <source>neither an operand nor the result of block {0} is indexed by {1}: padding it would add products that are not zero</source>
        <translation>块 {0} 的操作数和结果都不以 {1} 为索引：对它填充会加入不为零的乘积</translation>
    </message>
    <message>
        <source>padding {1} would add products to block {0} that may not be zero: {2}, where operands that {1} indexes are zeros</source>
        <translation>对 {1} 填充会给块 {0} 加入可能不为零的乘积：以 {1} 为索引的操作数为零时的 {2}</translation>
    </message>
    <message>
        <source>loop {0} contains more than block {1}, and the fill would run before all of it</source>
        <translation>循环 {0} 包含的不只是块 {1}，而填充会排在这些内容之前</translation>
    </message>
    <message>
        <source>block {0} is not a padded copy: {1}</source>
        <translation>块 {0} 不是带填充的复制：{1}</translation>
    </message>
    <message>
        <source>in the border, block {0} stores {1}, which is not a constant</source>
        <translation>在边界处，块 {0} 存储 {1}，而它不是常量</translation>
    </message>
    <message>
        <source>the term {0} in the condition of block {1} does not bound a single iteration variable</source>
        <translation>块 {1} 的条件中的部分 {0} 不是对单个迭代变量的界定</translation>
    </message>
    <message>
        <source>it could not be proved that block {0} writes every element of {1} once: the fill could overwrite the inside</source>
        <translation>无法证明块 {0} 对 {1} 的每个元素只写入一次：填充可能覆盖内部范围</translation>
    </message>
    <message>
        <source>block {0} shares no loop with a consumer of {1}</source>
        <translation>块 {0} 与 {1} 的消费者没有共用的循环</translation>
    </message>
    <message>
        <source>neighbouring iterations share no element of {0}: {1}</source>
        <translation>相邻迭代不共用 {0} 的任何元素：{1}</translation>
    </message>
    <message>
        <source>loop {0} is {1}; its iterations must run one after the other</source>
        <translation>循环 {0} 是 {1}；它的各次迭代必须依次执行</translation>
    </message>
    <message>
        <source>block {0} accesses {1} at {2}, which may be outside of the window {3} of an iteration of loop {4}</source>
        <translation>块 {0} 在 {2} 处访问 {1}，而该处不一定位于循环 {4} 一次迭代的窗口 {3} 内</translation>
    </message>
    <message>
        <source>keeping the window of {0} over loop {1} changes the results: {2}</source>
        <translation>在循环 {1} 的各次迭代间保留 {0} 的窗口会改变结果：{2}</translation>
    </message>
    <message>
        <source>it could not be proved that keeping the window of {0} over loop {1} keeps the results ({2})</source>
        <translation>无法判定在循环 {1} 的各次迭代间保留 {0} 的窗口会保持结果不变（{2}）</translation>
    </message>
    <message>
        <source>the window of {0} would be carried over from one iteration of loop {1} to the next</source>
        <translation>{0} 的窗口会从循环 {1} 的一次迭代保留到下一次迭代</translation>
    </message>
    <message>
        <source>block "{0}" {1} no buffer named "{2}"</source>
        <translation>块 "{0}" {1} 的缓冲区中没有名为 "{2}" 的</translation>
    </message>
    <message>
        <source>block "{0}" reads and writes {1}</source>
        <translation>块 "{0}" 既读取又写入 {1}</translation>
    </message>
    <message>
        <source>loops {0} and {1} are in different functions</source>
        <translation>循环 {0} 与 {1} 属于不同的函数</translation>
    </message>
    <message>
        <source>{0} has no argument '{1}'</source>
        <translation>{0} 没有参数 '{1}'</translation>
    </message>
    <message>
        <source>{0} needs the argument '{1}': {2}</source>
        <translation>{0} 需要参数 '{1}'：{2}</translation>
    </message>
    <message>
        <source>{0} takes {1} arguments, not {2}</source>
        <translation>{0} 接受 {1} 个参数，而不是 {2} 个</translation>
    </message>
    <message>
        <source>{0} is given the argument '{1}' twice</source>
        <translation>{0} 的参数 '{1}' 给出了两次</translation>
    </message>
    <message>
        <source>the argument '{1}' of {0} must be {2}, not {3}</source>
        <translation>{0} 的参数 '{1}' 应为{2}，而不是 {3}</translation>
    </message>
    <message>
        <source>the class {0} has {1} functions and none is called main</source>
        <translation>类 {0} 有 {1} 个函数，其中没有名为 main 的</translation>
    </message>
    <message>
        <source>{0} no longer exists: step {1} ({2}) consumed it</source>
        <translation>{0} 已不存在：步骤 {1}（{2}）已将其消耗</translation>
    </message>
    <message>
        <source>{0} is not a handle of this schedule</source>
        <translation>{0} 不是此调度的句柄</translation>
    </message>
    <message>
        <source>{0} is not in the program</source>
        <translation>{0} 不在程序中</translation>
    </message>
    <message>
        <source>there is no loop named "{0}"</source>
        <translation>没有名为 "{0}" 的循环</translation>
    </message>
    <message>
        <source>{0} loops are named "{1}"</source>
        <translation>有 {0} 个循环名为 "{1}"</translation>
    </message>
    <message>
        <source>loop {0} contains no block, so steps cannot refer to it</source>
        <translation>循环 {0} 不包含块，因此步骤无法引用它</translation>
    </message>
    <message>
        <source>{0} was removed with remove_rv</source>
        <translation>{0} 已被 remove_rv 移除</translation>
    </message>
    <message>
        <source>{0} is not a handle</source>
        <translation>{0} 不是句柄</translation>
    </message>
    <message>
        <source>the sampled location is {0}, which {1} does not accept</source>
        <translation>采样到的位置是 {0}，{1} 无法接受</translation>
    </message>
    <message>
        <source>there is no primitive named "{0}"</source>
        <translation>没有名为 "{0}" 的原语</translation>
    </message>
    <message>
        <source>the annotation "{0}" takes a number</source>
        <translation>标注 "{0}" 的值应为数字</translation>
    </message>
    <message>
        <source>the attribute layout_free_buffers of {0} is not a list of positions</source>
        <translation>{0} 的属性 layout_free_buffers 不是位置列表</translation>
    </message>
    <message>
        <source>layout_free_buffers lists the parameter {0}, but {1} has {2} parameters</source>
        <translation>layout_free_buffers 列出了参数 {0}，但 {1} 只有 {2} 个参数</translation>
    </message>
    <message>
        <source>layout_free_buffers lists the parameter {0}, but {1} is a scalar</source>
        <translation>layout_free_buffers 列出了参数 {0}，但 {1} 是标量</translation>
    </message>
    <message>
        <source>layout_free_buffers lists {0}, but the function writes to it</source>
        <translation>layout_free_buffers 列出了 {0}，但函数会写入它</translation>
    </message>
    <message>
        <source>block {0} cannot run once before the calls, as its annotation says: {1}</source>
        <translation>块 {0} 不能如其标注所说在各次调用之前只运行一次：{1}</translation>
    </message>
    <message>
        <source>list the positions of the weights, from 0: [1]</source>
        <translation>从 0 开始列出权重的位置：[1]</translation>
    </message>
    <message>
        <source>the first parameter is 0</source>
        <translation>第一个参数为 0</translation>
    </message>
    <message>
        <source>list parameters that are buffers; the first is 0</source>
        <translation>列出属于缓冲区的参数；第一个为 0</translation>
    </message>
    <message>
        <source>list weights only: buffers that are the same in every call</source>
        <translation>只列出权重：每次调用都相同的缓冲区</translation>
    </message>
    <message>
        <source>it reads {0}, which layout_free_buffers does not list</source>
        <translation>它读取 {0}，而 layout_free_buffers 未列出它</translation>
    </message>
    <message>
        <source>it calls {0}, which may access other memory</source>
        <translation>它调用 {0}，后者可能访问其他内存</translation>
    </message>
    <message>
        <source>it uses the pointer {0}</source>
        <translation>它使用指针 {0}</translation>
    </message>
    <message>
        <source>it contains a statement that is no store, loop or condition</source>
        <translation>它包含既非存储、也非循环或条件的语句</translation>
    </message>
    <message>
        <source>it is not by itself in a nest of loops at the root</source>
        <translation>它不是单独处于根部的循环嵌套中</translation>
    </message>
    <message>
        <source>leave its loops where cache_read puts them, or remove the annotation</source>
        <translation>让它的循环留在 cache_read 放置的位置，或去掉该标注</translation>
    </message>
    <message>
        <source>it writes to {0}, which is not allocated at the root</source>
        <translation>它写入 {0}，而后者不是在根部分配的</translation>
    </message>
    <message>
        <source>mark a block that cache_read has made</source>
        <translation>标注由 cache_read 生成的块</translation>
    </message>
    <message>
        <source>{0} has the scope {1}</source>
        <translation>{0} 的作用域为 {1}</translation>
    </message>
    <message>
        <source>make the cache in the scope "global"</source>
        <translation>在作用域 "global" 中建立缓存</translation>
    </message>
    <message>
        <source>mark only blocks that rearrange weights, and list the weights</source>
        <translation>只标注重排权重的块，并列出这些权重</translation>
    </message>
    <message>
        <source>the size of {0} is not a number</source>
        <translation>{0} 的大小不是数</translation>
    </message>
    <message>
        <source>give the function sizes that are numbers, or remove the annotation</source>
        <translation>给函数以数表示的大小，或去掉该标注</translation>
    </message>
    <message>
        <source>it uses {0}, which may differ from call to call</source>
        <translation>它使用 {0}，而后者可能每次调用都不同</translation>
    </message>
    <message>
        <source>another block writes to {0} as well</source>
        <translation>另一个块也写入 {0}</translation>
    </message>
    <message>
        <source>mark every block that writes to the cache, or remove the annotation</source>
        <translation>标注写入该缓存的每个块，或去掉该标注</translation>
    </message>
    <message>
        <source>{0} of block {1} is marked spatial, but its iterations depend on each other</source>
        <translation>块 {1} 的 {0} 标记为空间，但它的各次迭代相互依赖</translation>
    </message>
    <message>
        <source>bind distributes iterations over threads of a GPU, and the target is {0}</source>
        <translation>bind 把迭代分配到 GPU 的线程，而当前目标是 {0}</translation>
    </message>
    <message>
        <source>choose a GPU as the target first</source>
        <translation>先选择 GPU 作为目标</translation>
    </message>
    <message>
        <source>not checked yet: the exact check runs on the click</source>
        <translation>尚未检查：单击时会精确检查</translation>
    </message>
    <message>
        <source>Find a block by its name.</source>
        <translation>按名称查找块。</translation>
    </message>
    <message>
        <source>name of the block</source>
        <translation>块的名称</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>function to search; None: the current one</source>
        <translation>要查找的函数；None：当前处理的函数</translation>
    </message>
    <message>
        <source>the name of a function</source>
        <translation>函数名</translation>
    </message>
    <message>
        <source>The loops above a block, outermost first.</source>
        <translation>块外层的各循环，从最外层开始。</translation>
    </message>
    <message>
        <source>the block</source>
        <translation>该块</translation>
    </message>
    <message>
        <source>a block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>The blocks directly inside a block or below a loop, in program order.</source>
        <translation>直接位于某个块内或循环下的块，按程序顺序排列。</translation>
    </message>
    <message>
        <source>the block or loop</source>
        <translation>该块或循环</translation>
    </message>
    <message>
        <source>a loop or a block</source>
        <translation>循环或块</translation>
    </message>
    <message>
        <source>The blocks whose results a block uses.</source>
        <translation>块所使用结果的来源块。</translation>
    </message>
    <message>
        <source>The blocks that use a block's results.</source>
        <translation>使用某个块结果的块。</translation>
    </message>
    <message>
        <source>The blocks inside a block that write its outputs.</source>
        <translation>块内写入其输出的块。</translation>
    </message>
    <message>
        <source>Mark in the trace that what follows is postprocessing.</source>
        <translation>在轨迹中标记：此后为后处理。</translation>
    </message>
    <message>
        <source>Draw factors whose product is the extent of a loop.</source>
        <translation>采样一组因子，其乘积等于循环的长度。</translation>
    </message>
    <message>
        <source>the loop to be tiled</source>
        <translation>要分块的循环</translation>
    </message>
    <message>
        <source>a loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>number of factors</source>
        <translation>因子个数</translation>
    </message>
    <message>
        <source>the innermost factor is at most this</source>
        <translation>最内层因子的上限</translation>
    </message>
    <message>
        <source>the factors; None: they are drawn</source>
        <translation>各因子；None：由采样决定</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>Draw factors of a loop's extent, the inner ones a multiple of a number.</source>
        <translation>采样循环长度的一组因子，其中内层部分为某个数的倍数。</translation>
    </message>
    <message>
        <source>the inner part begins with this factor</source>
        <translation>内层部分从此因子开始</translation>
    </message>
    <message>
        <source>the product of the inner part is a multiple of this</source>
        <translation>内层部分的乘积是此数的倍数</translation>
    </message>
    <message>
        <source>Draw one of several numbers.</source>
        <translation>从若干个数中采样一个。</translation>
    </message>
    <message>
        <source>the numbers</source>
        <translation>候选的数</translation>
    </message>
    <message>
        <source>how likely each is</source>
        <translation>各数的概率</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>数的列表</translation>
    </message>
    <message>
        <source>the position of the chosen number; None: it is drawn</source>
        <translation>所选数的位置；None：由采样决定</translation>
    </message>
    <message>
        <source>Draw a location where a block may be computed.</source>
        <translation>采样一个可以计算块的位置。</translation>
    </message>
    <message>
        <source>-2: inlined into its consumer; -1: left in place; else the position of a loop of its consumer; None: drawn</source>
        <translation>-2：内联到其消费者；-1：留在原处；其他：其消费者某个循环的位置；None：由采样决定</translation>
    </message>
    <message>
        <source>Divide one loop into a nest of loops.</source>
        <translation>把一个循环拆分为循环嵌套。</translation>
    </message>
    <message>
        <source>loop to divide</source>
        <translation>要拆分的循环</translation>
    </message>
    <message>
        <source>extents, outermost first; None: whatever remains</source>
        <translation>各循环的长度，从最外层开始；None：取剩余部分</translation>
    </message>
    <message>
        <source>a list of integers and None</source>
        <translation>由整数和 None 组成的列表</translation>
    </message>
    <message>
        <source>keep loops of one iteration in the bindings</source>
        <translation>在绑定中保留只有一次迭代的循环</translation>
    </message>
    <message>
        <source>True or False</source>
        <translation>True 或 False</translation>
    </message>
    <message>
        <source>no guard; refused where one is required</source>
        <translation>不加守卫条件；需要守卫条件时拒绝执行</translation>
    </message>
    <message>
        <source>Make one loop of directly nested loops.</source>
        <translation>把直接嵌套的多个循环融合为一个循环。</translation>
    </message>
    <message>
        <source>neighbouring loops, outermost first</source>
        <translation>相邻的循环，从最外层开始</translation>
    </message>
    <message>
        <source>a list of loops</source>
        <translation>循环列表</translation>
    </message>
    <message>
        <source>Change the order of nested loops.</source>
        <translation>改变嵌套循环的顺序。</translation>
    </message>
    <message>
        <source>the loops in their new order, outermost first</source>
        <translation>按新顺序排列的循环，从最外层开始</translation>
    </message>
    <message>
        <source>Let neighbouring nests share their loops.</source>
        <translation>让相邻的循环嵌套共用循环。</translation>
    </message>
    <message>
        <source>one loop of each nest, of the same depth</source>
        <translation>每个循环嵌套各取一个循环，深度相同</translation>
    </message>
    <message>
        <source>Divide the iterations of a loop into consecutive loops.</source>
        <translation>把循环的迭代划分为前后相继的多个循环。</translation>
    </message>
    <message>
        <source>iterations of each part, in order; None: whatever remains</source>
        <translation>各部分的迭代次数，按顺序；None：取剩余部分</translation>
    </message>
    <message>
        <source>Add a loop of one iteration around a loop or block.</source>
        <translation>在循环或块外加一层只有一次迭代的循环。</translation>
    </message>
    <message>
        <source>the loop or block</source>
        <translation>该循环或块</translation>
    </message>
    <message>
        <source>Replace a loop by copies of its body, one for each iteration.</source>
        <translation>用循环体的副本代替循环，每次迭代一份。</translation>
    </message>
    <message>
        <source>loop to unroll</source>
        <translation>要展开的循环</translation>
    </message>
    <message>
        <source>Make the iterations of a loop the lanes of vector instructions.</source>
        <translation>把循环的迭代变为向量指令的通道。</translation>
    </message>
    <message>
        <source>loop whose iterations are independent, of constant extent</source>
        <translation>各次迭代相互独立且长度为常数的循环</translation>
    </message>
    <message>
        <source>Run the iterations of a loop on several cores.</source>
        <translation>在多个核上并行运行循环的迭代。</translation>
    </message>
    <message>
        <source>loop whose iterations are independent</source>
        <translation>各次迭代相互独立的循环</translation>
    </message>
    <message>
        <source>Annotate a loop or block; lowering reads the annotation.</source>
        <translation>给循环或块加上供编译时读取的标注。</translation>
    </message>
    <message>
        <source>name of the annotation</source>
        <translation>标注的名称</translation>
    </message>
    <message>
        <source>its value</source>
        <translation>标注的值</translation>
    </message>
    <message>
        <source>a number, a string, a list or a dictionary</source>
        <translation>数、字符串、列表或字典</translation>
    </message>
    <message>
        <source>Remove an annotation from a loop or block.</source>
        <translation>移除循环或块上的标注。</translation>
    </message>
    <message>
        <source>Distribute the iterations of a loop over the blocks or threads of a GPU.</source>
        <translation>把循环的迭代分配给 GPU 的线程块或线程。</translation>
    </message>
    <message>
        <source>loop to bind</source>
        <translation>要绑定的循环</translation>
    </message>
    <message>
        <source>blockIdx, threadIdx or vthread, with .x, .y or .z</source>
        <translation>blockIdx、threadIdx 或 vthread，后接 .x、.y 或 .z</translation>
    </message>
    <message>
        <source>a thread axis such as "threadIdx.x"</source>
        <translation>线程轴，例如 "threadIdx.x"</translation>
    </message>
    <message>
        <source>Compute a block under a loop of its consumer, as far as that needs it.</source>
        <translation>把块移到其消费者的循环下计算，只计算该处需要的部分。</translation>
    </message>
    <message>
        <source>the block to move</source>
        <translation>要移动的块</translation>
    </message>
    <message>
        <source>a loop around the consumers</source>
        <translation>消费者外层的循环</translation>
    </message>
    <message>
        <source>keep loops of one iteration</source>
        <translation>保留只有一次迭代的循环</translation>
    </message>
    <message>
        <source>position among the loop's statements; -1: as late as possible, -2: as early</source>
        <translation>在循环各语句中的位置；-1：尽可能靠后，-2：尽可能靠前</translation>
    </message>
    <message>
        <source>Compute a block under a loop of its producer, on the values just produced.</source>
        <translation>把块移到其生产者的循环下，对刚生成的部分进行计算。</translation>
    </message>
    <message>
        <source>a loop around the producers</source>
        <translation>生产者外层的循环</translation>
    </message>
    <message>
        <source>Compute a block's value where it is read, and drop the block.</source>
        <translation>在读取处计算块的值，并去掉该块。</translation>
    </message>
    <message>
        <source>the block to inline into its readers</source>
        <translation>要内联到其读取者中的块</translation>
    </message>
    <message>
        <source>Let a block's producer store the block's result, and drop the block.</source>
        <translation>让块的生产者直接存储该块的结果，并去掉该块。</translation>
    </message>
    <message>
        <source>the block to inline into its producer</source>
        <translation>要内联到其生产者中的块</translation>
    </message>
    <message>
        <source>Let a reduction start from what a block adds to its result, and drop the block.</source>
        <translation>让归约以块加到其结果上的值为初值，并去掉该块。</translation>
    </message>
    <message>
        <source>the reduction</source>
        <translation>该归约</translation>
    </message>
    <message>
        <source>the block that adds to its result</source>
        <translation>对归约结果做加法的块</translation>
    </message>
    <message>
        <source>Copy a buffer into another storage scope before it is read.</source>
        <translation>在读取缓冲区之前将其复制到另一个存储域。</translation>
    </message>
    <message>
        <source>a block that reads the buffer</source>
        <translation>读取该缓冲区的块</translation>
    </message>
    <message>
        <source>position among what the block reads, or name of the buffer</source>
        <translation>在块的读取项中的位置，或缓冲区的名称</translation>
    </message>
    <message>
        <source>the position or name of a buffer that the block reads</source>
        <translation>块所读缓冲区的位置或名称</translation>
    </message>
    <message>
        <source>storage scope of the copy</source>
        <translation>副本所在的存储域</translation>
    </message>
    <message>
        <source>a storage scope such as "global" or "shared"</source>
        <translation>存储域，例如 "global" 或 "shared"</translation>
    </message>
    <message>
        <source>the blocks that read the copy; none: all readers</source>
        <translation>读取副本的块；留空：所有读取者</translation>
    </message>
    <message>
        <source>a list of blocks</source>
        <translation>块列表</translation>
    </message>
    <message>
        <source>Compute into a buffer of another storage scope and copy the result out.</source>
        <translation>先计算到另一个存储域的缓冲区中，再把结果复制出去。</translation>
    </message>
    <message>
        <source>a block that writes the buffer</source>
        <translation>写入该缓冲区的块</translation>
    </message>
    <message>
        <source>position among what the block writes, or name of the buffer</source>
        <translation>在块的写入项中的位置，或缓冲区的名称</translation>
    </message>
    <message>
        <source>the position or name of a buffer that the block writes</source>
        <translation>块所写缓冲区的位置或名称</translation>
    </message>
    <message>
        <source>storage scope that the block writes to</source>
        <translation>块改为写入的存储域</translation>
    </message>
    <message>
        <source>blocks that read the cache directly; none: all read the old buffer</source>
        <translation>直接读取缓存的块；留空：都读取原缓冲区</translation>
    </message>
    <message>
        <source>Copy the tile that an iteration of a loop reads, once, before it is used.</source>
        <translation>在使用之前，把循环一次迭代所读的分块复制一次。</translation>
    </message>
    <message>
        <source>one tile per iteration</source>
        <translation>每次迭代一个分块</translation>
    </message>
    <message>
        <source>a block under the loop that reads the buffer</source>
        <translation>该循环下读取缓冲区的块</translation>
    </message>
    <message>
        <source>the buffer, by its position among the block's reads or by its name</source>
        <translation>缓冲区，用在块的读取项中的位置或名称表示</translation>
    </message>
    <message>
        <source>storage scope of the tile</source>
        <translation>分块所在的存储域</translation>
    </message>
    <message>
        <source>Collect the tile that an iteration of a loop writes, and copy it out once.</source>
        <translation>收集循环一次迭代所写的分块，并一次性复制出去。</translation>
    </message>
    <message>
        <source>a block under the loop that writes the buffer</source>
        <translation>该循环下写入缓冲区的块</translation>
    </message>
    <message>
        <source>the buffer, by its position among the block's writes or by its name</source>
        <translation>缓冲区，用在块的写入项中的位置或名称表示</translation>
    </message>
    <message>
        <source>Move an intermediate buffer to another storage scope.</source>
        <translation>把中间缓冲区移到另一个存储域。</translation>
    </message>
    <message>
        <source>the new storage scope</source>
        <translation>缓冲区要放入的存储域</translation>
    </message>
    <message>
        <source>Move the init of a reduction into a block of its own before a loop.</source>
        <translation>把归约的初始化移到某个循环之前，成为单独的块。</translation>
    </message>
    <message>
        <source>the init is put right before it</source>
        <translation>初始化紧接着放在它之前</translation>
    </message>
    <message>
        <source>Compute partial results of a reduction that are independent, and combine them afterwards.</source>
        <translation>计算归约的相互独立的部分结果，之后再合并。</translation>
    </message>
    <message>
        <source>a loop of the reduction; its iterations become the partial results</source>
        <translation>归约的一个循环；其各次迭代成为部分结果</translation>
    </message>
    <message>
        <source>position of the new dimension of the partial results; -1: last</source>
        <translation>部分结果的新维度的位置；-1：最后</translation>
    </message>
    <message>
        <source>Make the updates of a reduction indivisible, so that its iterations may run at the same time.</source>
        <translation>把归约的更新变为原子操作，使其各次迭代可以同时运行。</translation>
    </message>
    <message>
        <source>a block that updates one element, without an init of its own</source>
        <translation>更新一个元素且自身没有初始化的块</translation>
    </message>
    <message>
        <source>Make one block of the nest below a loop, or of neighbouring blocks.</source>
        <translation>把循环下的循环嵌套或相邻的多个块变为一个块。</translation>
    </message>
    <message>
        <source>a loop around a single block, or a list of blocks</source>
        <translation>只含一个块的循环，或块列表</translation>
    </message>
    <message>
        <source>Replace a block, or the nest below a loop, by a registered tensor intrinsic.</source>
        <translation>用已注册的张量内建指令替换块或循环下的循环嵌套。</translation>
    </message>
    <message>
        <source>what computes the same as the intrinsic</source>
        <translation>与内建指令计算内容相同的部分</translation>
    </message>
    <message>
        <source>name of an intrinsic that the file registers, or of a matrix operation of warps or the processor</source>
        <translation>文件中注册的内建指令的名称，或 warp 或处理器的矩阵运算的名称</translation>
    </message>
    <message>
        <source>Split loops into tiles, the loops over tiles outermost.</source>
        <translation>把循环拆分为分块，遍历分块的循环放在最外层。</translation>
    </message>
    <message>
        <source>the loops to tile, outermost first</source>
        <translation>要分块的循环，从最外层开始</translation>
    </message>
    <message>
        <source>iterations per tile, one for each loop</source>
        <translation>每个分块的迭代次数，每个循环一个</translation>
    </message>
    <message>
        <source>Divide a nest of several statements into two nests.</source>
        <translation>把含多条语句的循环嵌套分成两个循环嵌套。</translation>
    </message>
    <message>
        <source>the outermost loop to divide</source>
        <translation>要分开的最外层循环</translation>
    </message>
    <message>
        <source>the last block of the first nest</source>
        <translation>第一个循环嵌套的最后一个块</translation>
    </message>
    <message>
        <source>Give the first or last iterations of a loop a nest of their own.</source>
        <translation>让循环的最前或最后若干次迭代成为单独的循环嵌套。</translation>
    </message>
    <message>
        <source>the loop</source>
        <translation>该循环</translation>
    </message>
    <message>
        <source>how many iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>the first ones; otherwise the last ones</source>
        <translation>取最前的若干次；否则取最后的若干次</translation>
    </message>
    <message>
        <source>Let a loop start somewhere else, with the same iterations.</source>
        <translation>让循环从另一个起点开始，迭代不变。</translation>
    </message>
    <message>
        <source>added to its start; may be negative</source>
        <translation>加到起点上的值；可以为负</translation>
    </message>
    <message>
        <source>Unroll an outer loop and run the copies together in the innermost loop.</source>
        <translation>展开外层循环，并在最内层循环中一起运行各副本。</translation>
    </message>
    <message>
        <source>the outer loop</source>
        <translation>外层循环</translation>
    </message>
    <message>
        <source>number of copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Annotate a loop or block with a pragma for the compiler.</source>
        <translation>给循环或块加上供编译器使用的标注。</translation>
    </message>
    <message>
        <source>"unroll", "auto_unroll_max_step" ...</source>
        <translation>"unroll"、"auto_unroll_max_step" 等</translation>
    </message>
    <message>
        <source>Take a block out of the loops of its consumers into a nest of its own.</source>
        <translation>把块从其消费者的循环中移出，成为单独的循环嵌套。</translation>
    </message>
    <message>
        <source>All blocks that the given blocks depend on.</source>
        <translation>给出的块所依赖的全部块。</translation>
    </message>
    <message>
        <source>the last blocks of the group</source>
        <translation>该组末端的块</translation>
    </message>
    <message>
        <source>where the group begins; none: at the parameters</source>
        <translation>该组的起始块；留空：从参数开始</translation>
    </message>
    <message>
        <source>whether the given blocks are part of the group</source>
        <translation>这些块是否属于该组</translation>
    </message>
    <message>
        <source>Compute several blocks under a loop of their consumer, as one step.</source>
        <translation>把多个块移到其消费者的循环下计算，作为一个步骤。</translation>
    </message>
    <message>
        <source>the blocks; consumers are moved first</source>
        <translation>各块；先移动消费者</translation>
    </message>
    <message>
        <source>Work on a small copy of what one iteration of a loop uses of a buffer.</source>
        <translation>为循环一次迭代所用的那部分缓冲区建立小副本，并在副本上计算。</translation>
    </message>
    <message>
        <source>the block that uses the buffer</source>
        <translation>使用该缓冲区的块</translation>
    </message>
    <message>
        <source>name of the buffer</source>
        <translation>缓冲区的名称</translation>
    </message>
    <message>
        <source>one copy per iteration of this loop</source>
        <translation>此循环每次迭代一个副本</translation>
    </message>
    <message>
        <source>Copy what one iteration of a loop reads of an operand into a small buffer of another layout.</source>
        <translation>把循环一次迭代所读的那部分操作数复制到另一种布局的小缓冲区中。</translation>
    </message>
    <message>
        <source>the block that reads the operand</source>
        <translation>读取该操作数的块</translation>
    </message>
    <message>
        <source>from the indices of the operand to those of the packed one: lambda k, n: (n // 16, k, n % 16)</source>
        <translation>从操作数的索引到打包后的索引：lambda k, n: (n // 16, k, n % 16)</translation>
    </message>
    <message>
        <source>an index map such as lambda i, j: (j, i)</source>
        <translation>索引映射，例如 lambda i, j: (j, i)</translation>
    </message>
    <message>
        <source>one packed copy per iteration of this loop</source>
        <translation>此循环每次迭代一个打包副本</translation>
    </message>
    <message>
        <source>value of the positions without an element; None: there are none</source>
        <translation>没有对应元素的位置所存的值；None：没有这样的位置</translation>
    </message>
    <message>
        <source>None, a number or an index map such as lambda i, j: i + j</source>
        <translation>None、数或索引映射，例如 lambda i, j: i + j</translation>
    </message>
    <message>
        <source>Run a block only where a condition on its loops holds.</source>
        <translation>仅在关于其循环的条件成立时运行块。</translation>
    </message>
    <message>
        <source>a condition on the loops around it, outermost first: lambda i, j: i == 0</source>
        <translation>关于其外层循环的条件，从最外层开始：lambda i, j: i == 0</translation>
    </message>
    <message>
        <source>Let a block store only where a condition holds, for example in one thread.</source>
        <translation>让块仅在条件成立时存储，例如只在一个线程中。</translation>
    </message>
    <message>
        <source>a condition on the loops around it, outermost first: lambda i, tx: tx == 0</source>
        <translation>关于其外层循环的条件，从最外层开始：lambda i, tx: tx == 0</translation>
    </message>
    <message>
        <source>Compute only what the previous iteration has not computed, and keep the rest.</source>
        <translation>只计算前一次迭代没有算过的部分，其余保留。</translation>
    </message>
    <message>
        <source>a block whose iterations overlap</source>
        <translation>各次迭代有重叠的块</translation>
    </message>
    <message>
        <source>the loop along which they move on</source>
        <translation>它们沿其推进的循环</translation>
    </message>
    <message>
        <source>Allocate a buffer of a block once in the block around it.</source>
        <translation>把块的缓冲区改为在外层块中只分配一次。</translation>
    </message>
    <message>
        <source>the block that allocates it</source>
        <translation>分配该缓冲区的块</translation>
    </message>
    <message>
        <source>Prefetch what a later iteration reads.</source>
        <translation>预取后续迭代要读取的内容。</translation>
    </message>
    <message>
        <source>at the start of its iterations</source>
        <translation>在其每次迭代开始时</translation>
    </message>
    <message>
        <source>how many iterations ahead</source>
        <translation>提前的迭代次数</translation>
    </message>
    <message>
        <source>inner loops that issue a share of the prefetches in each iteration; none: all at once</source>
        <translation>每次迭代各发出一部分预取的内层循环；留空：一次全部发出</translation>
    </message>
    <message>
        <source>Shorten index expressions and guards, and drop loops of one iteration.</source>
        <translation>化简索引表达式和守卫条件，并去掉只有一次迭代的循环。</translation>
    </message>
    <message>
        <source>the function; None: the current one</source>
        <translation>函数；None：当前处理的函数</translation>
    </message>
    <message>
        <source>Inline every block that can be inlined.</source>
        <translation>内联所有可以内联的块。</translation>
    </message>
    <message>
        <source>Pad the rows of an intermediate buffer so that their stride is aligned.</source>
        <translation>填充中间缓冲区的行，使其步长对齐。</translation>
    </message>
    <message>
        <source>the dimension whose stride is aligned; negative: counted from the innermost</source>
        <translation>步长要对齐的维度；负数：从最内层数起</translation>
    </message>
    <message>
        <source>the stride, in elements, becomes a multiple of it ...</source>
        <translation>步长（以元素计）为此数的倍数……</translation>
    </message>
    <message>
        <source>... plus this</source>
        <translation>……再加上此数</translation>
    </message>
    <message>
        <source>there is no swizzled layout of {0} bytes</source>
        <translation>没有 {0} 字节的交错布局</translation>
    </message>
    <message>
        <source>choose 32, 64 or 128 bytes</source>
        <translation>请选择 32、64 或 128 字节</translation>
    </message>
    <message>
        <source>buffer {0} is in the scope {1}; only shared memory has banks</source>
        <translation>缓冲区 {0} 在作用域 {1} 中；只有共享内存有存储体</translation>
    </message>
    <message>
        <source>set_scope moves it to shared memory</source>
        <translation>set_scope 把它移到共享内存</translation>
    </message>
    <message>
        <source>elements of {0} do not fill pieces of 16 bytes: they are {1}</source>
        <translation>{0} 的元素填不满 16 字节的小段：其类型为 {1}</translation>
    </message>
    <message>
        <source>choose a buffer whose elements have 1, 2, 4 or 8 bytes</source>
        <translation>请选择元素为 1、2、4 或 8 字节的缓冲区</translation>
    </message>
    <message>
        <source>Swizzle a buffer in shared memory, so that rows below each other are in different banks.</source>
        <translation>把共享内存中的缓冲区改为交错布局，使上下相邻的行位于不同的存储体。</translation>
    </message>
    <message>
        <source>of the part of a row that a thread block keeps: 32, 64 or 128</source>
        <translation>线程块所保存的那部分行的字节数：32、64 或 128</translation>
    </message>
    <message>
        <source>the instruction takes rows at equal distances, but the layout of {0} is swizzled</source>
        <translation>该指令要求各行间距相等，但 {0} 采用了交错布局</translation>
    </message>
    <message>
        <source>use the mma intrinsics, whose loads name each row, or pad the rows by storage_align</source>
        <translation>请使用 mma 内建函数（其加载逐行给出地址），或用 storage_align 填充各行</translation>
    </message>
    <message>
        <source>{0} may read {1} before or after {2} writes it: no barrier orders the two</source>
        <translation>{0} 可能在 {2} 写入 {1} 之前或之后读取它：没有屏障规定两者的先后</translation>
    </message>
    <message>
        <source>{0} may read {1} before or after a copy that {2} starts is complete: it does not wait for it</source>
        <translation>{0} 可能在 {2} 发起的复制完成之前或之后读取 {1}：它没有等待该复制</translation>
    </message>
    <message>
        <source>{0} may read {1} before a copy that {2} starts or after it: no barrier orders the two</source>
        <translation>{0} 可能在 {2} 发起复制之前或之后读取 {1}：没有屏障规定两者的先后</translation>
    </message>
    <message>
        <source>{0} waits at a barrier for ever: {1} {2}</source>
        <translation>{0} 在屏障处永远等待：{1} {2}</translation>
    </message>
    <message>
        <source>waits at another one</source>
        <translation>在另一个屏障处等待</translation>
    </message>
    <message>
        <source>has ended</source>
        <translation>已经结束</translation>
    </message>
    <message>
        <source>put a barrier between the two accesses</source>
        <translation>在两次访问之间放置屏障</translation>
    </message>
    <message>
        <source>wait for the group of the copy before the load; other threads need a barrier after the wait</source>
        <translation>在读取之前等待该复制所在的组；其他线程还需要在等待之后有一个屏障</translation>
    </message>
    <message>
        <source>put a barrier between the load and the copy</source>
        <translation>在读取与复制之间放置屏障</translation>
    </message>
    <message>
        <source>let both threads reach the same barriers, in the same order</source>
        <translation>让两个线程以相同的顺序到达相同的屏障</translation>
    </message>
    <message>
        <source>{0} waits for ever for the end of phase {1} of barrier {2}</source>
        <translation>{0} 永远等待屏障 {2} 的第 {1} 阶段结束</translation>
    </message>
    <message>
        <source>{0} waits for ever at the named barrier {1}: {2} of its {3} threads do not arrive</source>
        <translation>{0} 永远等待命名屏障 {1}：其 {3} 个线程中有 {2} 个没有到达</translation>
    </message>
    <message>
        <source>there is no named barrier {0} for {1} threads: their numbers are 1 to {2}, and threads are multiples of {3}</source>
        <translation>没有用于 {1} 个线程的命名屏障 {0}：编号为 1 到 {2}，线程数为 {3} 的倍数</translation>
    </message>
    <message>
        <source>the named barrier {0} is for {1} threads here, and for {2} where other threads wait</source>
        <translation>命名屏障 {0} 在此处用于 {1} 个线程，而在其他线程等待之处用于 {2} 个</translation>
    </message>
    <message>
        <source>{0} waits for ever at the named barrier {1}: {2} arrivals are missing, and {3} cannot go on</source>
        <translation>{0} 永远等待命名屏障 {1}：缺少 {2} 次到达，且 {3} 无法继续</translation>
    </message>
    <message>
        <source>let as many threads reach a named barrier as it is for, in whole warps</source>
        <translation>让与命名屏障所需数目相同的线程以完整的 warp 到达它</translation>
    </message>
    <message>
        <source>barrier 0 is that of the whole block, T.tvm_storage_sync("shared")</source>
        <translation>屏障 0 是整个线程块的屏障，即 T.tvm_storage_sync("shared")</translation>
    </message>
    <message>
        <source>give a barrier the same number of threads wherever it is used, or use another one</source>
        <translation>在每个使用处给屏障相同的线程数，或改用另一个屏障</translation>
    </message>
    <message>
        <source>{0} starts a tensor store{1} of {2}, which {3} wrote without a fence behind it</source>
        <translation>{0} 开始对 {2} 的张量存储{1}，而 {3} 写入它之后没有栅栏</translation>
    </message>
    <message>
        <source>{0} writes {1}{2} while a tensor store by {3}{4} may still read it</source>
        <translation>{0} 写入 {1}{2}，而 {3} 的张量存储{4} 可能仍在读取它</translation>
    </message>
    <message>
        <source>{0} ends while its tensor store{1} may still read {2}</source>
        <translation>{0} 结束时其张量存储{1} 可能仍在读取 {2}</translation>
    </message>
    <message>
        <source>{0} may start a tensor store of {1} before {2} executes a fence behind its write</source>
        <translation>{0} 可能在 {2} 于其写入之后执行栅栏之前就开始对 {1} 的张量存储</translation>
    </message>
    <message>
        <source>{0} may write {1} while a tensor store by {2} still reads it</source>
        <translation>{0} 可能在 {2} 的张量存储仍在读取 {1} 时写入它</translation>
    </message>
    <message>
        <source>{0} does not wait until its tensor store has read {1}</source>
        <translation>{0} 没有等到其张量存储读完 {1}</translation>
    </message>
    <message>
        <source>let each thread that wrote it execute fence.proxy.async before the barrier between the two</source>
        <translation>让写入它的每个线程在两者之间的屏障之前执行 fence.proxy.async</translation>
    </message>
    <message>
        <source>wait until its group has read, and put a barrier behind the wait</source>
        <translation>等到其组读完，并在等待之后放置屏障</translation>
    </message>
    <message>
        <source>end its group, and wait until the group has read</source>
        <translation>结束其组，并等到该组读完</translation>
    </message>
    <message>
        <source>the copy of loop {0} cannot be a tensor store: {1}</source>
        <translation>循环 {0} 的复制不能成为张量存储：{1}</translation>
    </message>
    <message>
        <source>annotate the outermost loop of a copy from shared to global memory (cache_write) that is not bound to threads</source>
        <translation>标注从共享内存到全局内存的复制（cache_write）的最外层循环，且不将其绑定到线程</translation>
    </message>
    <message>
        <source>the kernel accesses {0} in other statements too</source>
        <translation>内核在其他语句中也访问 {0}</translation>
    </message>
    <message>
        <source>Mark copies of tiles to global memory that one instruction makes.</source>
        <translation>标记由一条指令完成的、到全局内存的分块复制。</translation>
    </message>
    <message>
        <source>Let one thread issue tensor stores, behind a fence, and wait for them.</source>
        <translation>让一个线程在栅栏之后发出张量存储并等待它们。</translation>
    </message>
    <message>
        <source>barrier {0} is used before it is initialised</source>
        <translation>屏障 {0} 在初始化之前就被使用</translation>
    </message>
    <message>
        <source>initialise it, and put a barrier of the block between that and its first use</source>
        <translation>请初始化它，并在初始化与首次使用之间放置线程块的屏障</translation>
    </message>
    <message>
        <source>as many threads as the barrier was initialised for have to arrive in each phase, and all bytes that they expect have to be copied</source>
        <translation>每个阶段中，到达的线程数必须等于初始化时给出的数目，所预期的全部字节也必须复制完成</translation>
    </message>
    <message>
        <source>{0} waits for ever at phase {1} of barrier {2}: {3} arrivals and {4} bytes are missing, and {5} cannot go on</source>
        <translation>{0} 在屏障 {2} 的第 {1} 阶段永远等待：还缺 {3} 次到达和 {4} 字节，而 {5} 无法继续</translation>
    </message>
    <message>
        <source>{0} may use barrier {1} before it is initialised</source>
        <translation>{0} 可能在屏障 {1} 初始化之前使用它</translation>
    </message>
    <message>
        <source>let as many threads arrive as the barrier was initialised for, and wait for the phase that ends</source>
        <translation>让到达的线程数等于初始化时给出的数目，并等待会结束的那个阶段</translation>
    </message>
    <message>
        <source>put a barrier of the block between the initialisation and the first use</source>
        <translation>在初始化与首次使用之间放置线程块的屏障</translation>
    </message>
    <message>
        <source>the target sm_{0} has no barriers with phases and no bulk copies</source>
        <translation>目标 sm_{0} 没有带阶段的屏障，也没有批量复制</translation>
    </message>
    <message>
        <source>they exist from sm_90 on; use groups of cp.async and barriers of the block for older devices</source>
        <translation>它们从 sm_90 起才有；较旧的设备请使用 cp.async 组和线程块的屏障</translation>
    </message>
    <message>
        <source>the kernel uses barriers with phases, but does not create them</source>
        <translation>内核使用了带阶段的屏障，却没有创建它们</translation>
    </message>
    <message>
        <source>write T.create_barriers(n) at the start of the kernel</source>
        <translation>请在内核开头写 T.create_barriers(n)</translation>
    </message>
    <message>
        <source>Keep an intermediate buffer in another element type; values may be rounded.</source>
        <translation>用另一种元素类型存放中间缓冲区；值可能被舍入。</translation>
    </message>
    <message>
        <source>the new element type</source>
        <translation>新的元素类型</translation>
    </message>
    <message>
        <source>Declare by hand which region of a buffer a block reads or writes.</source>
        <translation>手动声明块读取或写入缓冲区的哪个区域。</translation>
    </message>
    <message>
        <source>position among what the block reads or writes</source>
        <translation>在块的读取项或写入项中的位置</translation>
    </message>
    <message>
        <source>whether it is read or written</source>
        <translation>是读取还是写入</translation>
    </message>
    <message>
        <source>"read" or "write"</source>
        <translation>"read" 或 "write"</translation>
    </message>
    <message>
        <source>from the block's iteration variables to the ranges: lambda vi, vj: ((vi, vi + 2), vj)</source>
        <translation>从块的迭代变量到各范围：lambda vi, vj: ((vi, vi + 2), vj)</translation>
    </message>
    <message>
        <source>an index map to ranges such as lambda i, j: ((i, i + 2), j)</source>
        <translation>到范围的索引映射，例如 lambda i, j: ((i, i + 2), j)</translation>
    </message>
    <message>
        <source>Take buffers out of the regions that a block declares; later steps do not see the access.</source>
        <translation>从块声明的区域中去掉若干缓冲区；后续步骤看不到该访问。</translation>
    </message>
    <message>
        <source>among what it reads or writes</source>
        <translation>在其读取项还是写入项中</translation>
    </message>
    <message>
        <source>positions of the buffers</source>
        <translation>各缓冲区的位置</translation>
    </message>
    <message>
        <source>List the iteration variables of a block in another order.</source>
        <translation>按另一种顺序列出块的迭代变量。</translation>
    </message>
    <message>
        <source>old positions in the new order</source>
        <translation>按新顺序排列的原位置</translation>
    </message>
    <message>
        <source>Store a buffer in another layout.</source>
        <translation>用另一种布局存储缓冲区。</translation>
    </message>
    <message>
        <source>a block that reads or writes the buffer</source>
        <translation>读取或写入该缓冲区的块</translation>
    </message>
    <message>
        <source>("read", 0) or ("write", 0), or the name of the buffer</source>
        <translation>("read", 0) 或 ("write", 0)，或缓冲区的名称</translation>
    </message>
    <message>
        <source>a buffer such as ("read", 0) or its name</source>
        <translation>缓冲区，例如 ("read", 0)，或其名称</translation>
    </message>
    <message>
        <source>from the indices to the new ones: lambda i, j: (j // 16, i, j % 16)</source>
        <translation>从原索引到新索引：lambda i, j: (j // 16, i, j % 16)</translation>
    </message>
    <message>
        <source>where it cannot be proved, assume that the map is one to one</source>
        <translation>无法判定时，视映射为一一对应</translation>
    </message>
    <message>
        <source>Divide the dimensions of a buffer into groups that are flattened separately.</source>
        <translation>把缓冲区的维度分成若干组，各组分别展平。</translation>
    </message>
    <message>
        <source>dimensions that begin a new group</source>
        <translation>开始新的一组的维度</translation>
    </message>
    <message>
        <source>Regroup the iteration space of a block, together with its loops.</source>
        <translation>重组块的迭代空间及其循环。</translation>
    </message>
    <message>
        <source>from its iteration variables to the new ones: lambda i, j: (j // 4, i, j % 4)</source>
        <translation>从其迭代变量到新的迭代变量：lambda i, j: (j // 4, i, j % 4)</translation>
    </message>
    <message>
        <source>Copy what a block accesses of a buffer, in the order of the block's iteration variables.</source>
        <translation>把块所访问的那部分缓冲区按块的迭代变量顺序复制。</translation>
    </message>
    <message>
        <source>Copy a buffer, laid out by a map of the block's iteration variables, before a block reads it.</source>
        <translation>在块读取缓冲区之前复制该缓冲区，副本布局由块的迭代变量的映射决定。</translation>
    </message>
    <message>
        <source>from the block's iteration variables to the indices of the copy: lambda vi, vj: (vj, vi)</source>
        <translation>从块的迭代变量到副本中的位置：lambda vi, vj: (vj, vi)</translation>
    </message>
    <message>
        <source>Compute into a copy laid out by a map of the block's iteration variables, and copy the result out.</source>
        <translation>先计算到副本中，再把结果复制出去，副本布局由块的迭代变量的映射决定。</translation>
    </message>
    <message>
        <source>Let a block update a buffer in a copy of another storage scope.</source>
        <translation>让块在另一个存储域的副本中更新缓冲区。</translation>
    </message>
    <message>
        <source>a block that reads and writes the buffer</source>
        <translation>既读取又写入该缓冲区的块</translation>
    </message>
    <message>
        <source>Compute the index arithmetic of a block once, into tables.</source>
        <translation>把块的索引运算预先计算一次，存入表中。</translation>
    </message>
    <message>
        <source>storage scope of the tables</source>
        <translation>表所在的存储域</translation>
    </message>
    <message>
        <source>expressions that occur in a store at least this often are kept</source>
        <translation>在一次存储中出现次数不少于此数的表达式会保留下来</translation>
    </message>
    <message>
        <source>Pad a sum of products to extents that are multiples, with zeros around its operands.</source>
        <translation>把乘积之和的长度填充为倍数，操作数周围填零。</translation>
    </message>
    <message>
        <source>the sum of products</source>
        <translation>该乘积求和</translation>
    </message>
    <message>
        <source>for each iteration variable, a number that its extent becomes a multiple of</source>
        <translation>对每个迭代变量，其长度成为哪个数的倍数</translation>
    </message>
    <message>
        <source>Split a padded copy into a fill and a copy of the inside.</source>
        <translation>把带填充的复制拆分为填值和内部复制。</translation>
    </message>
    <message>
        <source>the padded copy</source>
        <translation>带填充的复制</translation>
    </message>
    <message>
        <source>the fill is put right before it</source>
        <translation>填值紧接着放在它之前</translation>
    </message>
    <message>
        <source>Keep the overlap of neighbouring iterations in a circular buffer instead of computing it again.</source>
        <translation>把相邻迭代的重叠部分保存在环形缓冲区中，不再重复计算。</translation>
    </message>
    <message>
        <source>the block that computes the window</source>
        <translation>计算窗口的块</translation>
    </message>
    <message>
        <source>The rows of tiles run in parallel, each row of a tile is one vector, and unroll_k steps of the reduction are written
out. The start values get loops of their own. Sizes need not divide the loops.
</source>
        <translation>分块的各行块并行运行，分块的每一行是一个向量，归约的 unroll_k 步被展开写出。初始值有自己的循环。各尺寸不必整除循环。
</translation>
    </message>
    <message>
        <source>The blocking of Goto and van de Geijn, as the libraries of matrix products do it. A tile of tile_rows x columns of the result
stays in vector registers during the reduction, four steps of which are written out. The right factor is copied into panels of
`columns` columns, each contiguous, the left one, `rows` rows at a time, into the second-level cache. Sizes need not divide: the
copies are filled with zeros.
</source>
        <translation>Goto 与 van de Geijn 的分块法，各种矩阵乘积库都采用。在归约期间，一块 tile_rows x columns 的结果分块保存在向量寄存器中，其中四步被展开写出。右因子被复制到各含 `columns` 列的面板中，每个面板连续存放；左因子一次取 `rows` 行，复制到二级缓存中。尺寸不必整除：副本用零填充。
</translation>
    </message>
    <message>
        <source>Panels of the right factor are packed on the fly: `numbers` rows of 16 columns, which the instruction reads at once, lie next to each
other. tile_rows x vectors vectors of sums stay in registers during the reduction, and the left factor, `rows` rows at a time, in
the second-level cache. Sizes need not divide: the copies are filled with zeros.
</source>
        <translation>右因子的面板即时打包：指令一次读取的 `numbers` 行 16 列彼此相邻。归约期间，tile_rows x vectors 个和向量保存在寄存器中，左因子一次取 `rows` 行，保存在二级缓存中。尺寸不必整除：副本用零填充。
</translation>
    </message>
    <message>
        <source>The innermost loops of the copy become one, which is dealt out to the threads; each moves a vector at a time.
</source>
        <translation>复制的最内层循环合并为一个，再分发给各线程；每个线程一次搬运一个向量。
</translation>
    </message>
    <message>
        <source>A thread block computes a tile of block_m x block_n elements, each thread one of thread_m x thread_n in registers. For
every step_k steps of the reduction all threads copy the needed parts of both operands to shared memory together.
</source>
        <translation>一个线程块计算 block_m x block_n 个元素的分块，每个线程在寄存器中计算其中的 thread_m x thread_n 块。每进行归约的 step_k 步，所有线程一起把两个操作数中需要的部分复制到共享内存。
</translation>
    </message>
    <message>
        <source>Changes the order in which values are combined, as every division of a reduction does.
</source>
        <translation>会改变各值合并的次序，任何对归约的划分都是如此。
</translation>
    </message>
    <message>
        <source>Tile a matrix product for the CPU: parallel tiles, vectorised rows, an unrolled reduction.</source>
        <translation>为 CPU 对矩阵乘积分块：分块并行，行向量化，归约展开。</translation>
    </message>
    <message>
        <source>a matrix product in the loops i, j and k, not inside other loops</source>
        <translation>含循环 i、j、k 的乘积，外层没有其他内容</translation>
    </message>
    <message>
        <source>rows of a tile</source>
        <translation>分块的行数</translation>
    </message>
    <message>
        <source>columns of a tile, which is the length of the vectors</source>
        <translation>分块的列数，即向量的长度</translation>
    </message>
    <message>
        <source>unrolled steps of the reduction</source>
        <translation>展开写出的归约步数</translation>
    </message>
    <message>
        <source>Pack panels on the fly and keep tiles of the result in registers.</source>
        <translation>边计算边打包面板，并把结果的分块保留在寄存器中。</translation>
    </message>
    <message>
        <source>a matrix product in the loops i, j and k, not inside other loops; its first operand is the left factor</source>
        <translation>含循环 i、j、k 的乘积，外层没有其他内容；其第一个操作数为左因子</translation>
    </message>
    <message>
        <source>maximum number of rows of the left factor at a time; at most 512 KiB</source>
        <translation>每次最多取左因子的这么多行，且不超过 512 KiB</translation>
    </message>
    <message>
        <source>columns of a tile; 0: four vectors (64 of float32, 32 of float64), or fewer where that needs less padding</source>
        <translation>分块的列数；0：四个向量，float32 为 64，float64 为 32；若列数更少时需要填充的列更少，则取更少</translation>
    </message>
    <message>
        <source>rows of a tile; 0: as many as fit in registers, or up to a third fewer where that needs less padding</source>
        <translation>分块的行数；0：寄存器能容纳的行数，若减少至多三分之一后需要填充的行更少则减少</translation>
    </message>
    <message>
        <source>maximum number of steps of the reduction at a time</source>
        <translation>每次最多取归约的这么多步</translation>
    </message>
    <message>
        <source>the right factor is read as B[j, k]</source>
        <translation>右因子按 B[j, k] 读取</translation>
    </message>
    <message>
        <source>gebp for narrow numbers, with an instruction that multiplies several of each operand and adds the products to 16 sums.</source>
        <translation>用于窄类型数的 gebp，所用指令将每个操作数的若干个数相乘，并把乘积累加到 16 个和上。</translation>
    </message>
    <message>
        <source>name of the tensor intrinsic: 16 sums, `numbers` of the left factor, 16 times `numbers` of the right one</source>
        <translation>张量内建指令的名称：16 个和，左因子的 `numbers` 个数，右因子的 16 倍 `numbers` 个数</translation>
    </message>
    <message>
        <source>products per sum: 4 of int8, 2 of bfloat16</source>
        <translation>每个和的乘积个数：int8 为 4，bfloat16 为 2</translation>
    </message>
    <message>
        <source>rows of a tile; 0: as many as fit, or up to a third fewer where that needs less padding</source>
        <translation>分块的行数；0：能容纳的行数，若减少至多三分之一后需要填充的行更少则减少</translation>
    </message>
    <message>
        <source>vectors of sums in each row of a tile, which share the load of an element of the left factor</source>
        <translation>分块每行中和的向量数，它们分摊左因子一个数的开销</translation>
    </message>
    <message>
        <source>Let all threads of a thread block copy together.</source>
        <translation>让线程块的所有线程协作复制。</translation>
    </message>
    <message>
        <source>a copy, such as cache_read makes, inside the loops that are bound to blockIdx and threadIdx</source>
        <translation>复制块（例如由 cache_read 生成），位于绑定到 blockIdx 和 threadIdx 的循环内</translation>
    </message>
    <message>
        <source>number of innermost loops that are part of the copy</source>
        <translation>其最内层循环中属于复制的层数</translation>
    </message>
    <message>
        <source>extent of threadIdx.y; 1: it is not used</source>
        <translation>threadIdx.y 的长度；1：不使用</translation>
    </message>
    <message>
        <source>extent of threadIdx.x</source>
        <translation>threadIdx.x 的长度</translation>
    </message>
    <message>
        <source>elements that a thread moves at a time; 1: no vectors</source>
        <translation>一个线程每次搬运的元素数；1：逐个搬运</translation>
    </message>
    <message>
        <source>Stage a matrix product through shared memory and registers of a GPU.</source>
        <translation>让矩阵乘积经由 GPU 的共享内存和寄存器分级计算。</translation>
    </message>
    <message>
        <source>Stage a matrix product through shared memory to the tensor cores of a GPU.</source>
        <translation>让矩阵乘积经由 GPU 的共享内存，在张量核心上计算。</translation>
    </message>
    <message>
        <source>Stage a matrix product through shared memory to mma instructions of a GPU, which ldmatrix provides with operands.</source>
        <translation>让矩阵乘积经由 GPU 的共享内存，用 mma 指令计算；操作数由 ldmatrix 提供。</translation>
    </message>
    <message>
        <source>A thread block computes a tile of block_m x block_n elements, each of its warps_m x warps_n warps an equal part of it, in tiles of
16 x 16 whose elements are divided among the lanes of the warp. For every step_k steps of the reduction all threads copy the needed
parts of both operands to shared memory together.
</source>
        <translation>每个线程块计算 block_m x block_n 的分块，其中的 warps_m x warps_n 个线程束各算相等的一份，以 16 x 16 的小块为单位，
小块的元素分给线程束的各个通道。归约每进行 step_k 步，全部线程一起把两个操作数所需的部分复制到共享内存。
</translation>
    </message>
    <message>
        <source>of the operands and of the sum: f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16</source>
        <translation>操作数与和的类型：f16f16f32、f16f16f16、bf16bf16f32、i8i8i32、e4m3e4m3f32、e5m2e5m2f32、e4m3e4m3f16 或 e5m2e5m2f16</translation>
    </message>
    <message>
        <source>Divide the two innermost loops of a block into tiles and replace each tile by a tensor intrinsic.</source>
        <translation>把块最内的两层循环分块，并用张量内建函数替换每个分块。</translation>
    </message>
    <message>
        <source>a copy, such as cache_read makes</source>
        <translation>一个复制块，例如 cache_read 生成的块</translation>
    </message>
    <message>
        <source>name of the intrinsic</source>
        <translation>内建函数的名称</translation>
    </message>
    <message>
        <source>of a tile</source>
        <translation>分块的大小</translation>
    </message>
    <message>
        <source>A thread block computes a tile of block_m x block_n elements, each of its warps_m x warps_n warps an equal part of it, in fragments
of 16 x 16. For every step_k steps of the reduction all threads copy the needed parts of both operands to shared memory together.
</source>
        <translation>每个线程块计算 block_m x block_n 的分块，其中的 warps_m x warps_n 个线程束各算相等的一份，以 16 x 16 的片段为单位。
归约每进行 step_k 步，全部线程一起把两个操作数所需的部分复制到共享内存。
</translation>
    </message>
    <message>
        <source>warps along the rows</source>
        <translation>沿行方向的线程束数</translation>
    </message>
    <message>
        <source>warps along the columns</source>
        <translation>沿列方向的线程束数</translation>
    </message>
    <message>
        <source>of the operands and of the sum: f16f16f32, f16f16f16, bf16bf16f32 or s8s8s32</source>
        <translation>操作数与和的类型：f16f16f32、f16f16f16、bf16bf16f32 或 s8s8s32</translation>
    </message>
    <message>
        <source>the second operand is stored by columns</source>
        <translation>第二个操作数按列存储</translation>
    </message>
    <message>
        <source>swizzle the rows of the copies against bank conflicts, in place of padding them</source>
        <translation>打乱副本各行的次序以避免存储体冲突，而不是填充它们</translation>
    </message>
    <message>
        <source>rounds that the copies are ahead of their use, in a software pipeline; 0: none</source>
        <translation>软件流水线中复制比使用提前的轮数；0：不用流水线</translation>
    </message>
    <message>
        <source>rows of a thread block's tile</source>
        <translation>线程块分块的行数</translation>
    </message>
    <message>
        <source>columns of a thread block's tile</source>
        <translation>线程块分块的列数</translation>
    </message>
    <message>
        <source>rows of a thread's tile</source>
        <translation>线程分块的行数</translation>
    </message>
    <message>
        <source>columns of a thread's tile</source>
        <translation>线程分块的列数</translation>
    </message>
    <message>
        <source>steps of the reduction between two copies</source>
        <translation>两次复制之间的归约步数</translation>
    </message>
    <message>
        <source>elements that a thread copies at a time</source>
        <translation>一个线程每次复制的元素数</translation>
    </message>
    <message>
        <source>Compute the partial results of a reduction in the lanes of a vector, and combine them at the end.</source>
        <translation>把归约计算为在向量中并排的部分结果，最后再合并。</translation>
    </message>
    <message>
        <source>a reduction loop</source>
        <translation>归约循环</translation>
    </message>
    <message>
        <source>number of partial results, at most the iterations of the loop</source>
        <translation>部分结果的个数，至多为循环的迭代次数</translation>
    </message>
    <message>
        <source>give one of these positions or names</source>
        <translation>给出这些位置或名称之一</translation>
    </message>
    <message>
        <source>a parameter of the function</source>
        <translation>函数的参数</translation>
    </message>
    <message>
        <source>part of another buffer</source>
        <translation>另一缓冲区的一部分</translation>
    </message>
    <message>
        <source>cache_read or cache_write makes an internal buffer</source>
        <translation>用 cache_read 或 cache_write 可建立函数自己的缓冲区</translation>
    </message>
    <message>
        <source>do this before tensorizing</source>
        <translation>请在张量化之前执行</translation>
    </message>
    <message>
        <source>copy the buffer before tensorizing the block</source>
        <translation>请在张量化该块之前复制缓冲区</translation>
    </message>
    <message>
        <source>name a block inside of it</source>
        <translation>指定其内部的一个块</translation>
    </message>
    <message>
        <source>its parts overlap</source>
        <translation>其各部分互相重叠</translation>
    </message>
    <message>
        <source>split and reorder the loops so that a tile of the iteration variables is inside</source>
        <translation>对循环执行 split 和 reorder，使迭代变量的一个分块位于内侧</translation>
    </message>
    <message>
        <source>decompose_reduction before dividing the loop</source>
        <translation>划分循环之前先执行 decompose_reduction</translation>
    </message>
    <message>
        <source>choose a loop further outside, or separate the tail with loop_partition</source>
        <translation>选择更外层的循环，或用 loop_partition 分离尾部</translation>
    </message>
    <message>
        <source>choose loop {0}, which has all of these loops inside</source>
        <translation>选择循环 {0}，这些循环都在它之内</translation>
    </message>
    <message>
        <source>{0} is {1}, which takes the same value in several iterations of the loops outside and inside</source>
        <translation>{0} 是 {1}，它在外侧与内侧循环的多次迭代中取相同的值</translation>
    </message>
    <message>
        <source>decompose_reduction first</source>
        <translation>先执行 decompose_reduction</translation>
    </message>
    <message>
        <source>give a loop, or a list of blocks</source>
        <translation>给出一个循环，或一个块列表</translation>
    </message>
    <message>
        <source>the given blocks</source>
        <translation>给定的块</translation>
    </message>
    <message>
        <source>give it too, or move it away</source>
        <translation>把它也一并给出，或将它移开</translation>
    </message>
    <message>
        <source>the new block</source>
        <translation>新块</translation>
    </message>
    <message>
        <source>reorder their loops, or blockize them one by one</source>
        <translation>对它们的循环执行 reorder，或逐个执行 blockize</translation>
    </message>
    <message>
        <source>blocks with different guards cannot be combined</source>
        <translation>守卫条件不同的块不能合在一起</translation>
    </message>
    <message>
        <source>give the blocks as a list instead</source>
        <translation>改为以列表形式给出这些块</translation>
    </message>
    <message>
        <source>choose a loop further inside</source>
        <translation>选择更内层的循环</translation>
    </message>
    <message>
        <source>known scopes are global, shared, shared.dyn, local, warp, and names such as wmma.accumulator or global.vtcm</source>
        <translation>已知的有 global、shared、shared.dyn、local、warp，以及 wmma.accumulator、global.vtcm 之类的名称</translation>
    </message>
    <message>
        <source>the condition may skip only what is computed again elsewhere</source>
        <translation>条件只能略去在别处会重新计算的内容</translation>
    </message>
    <message>
        <source>guard the block before the loop is made parallel, or by a condition on loops further inside</source>
        <translation>在循环并行化之前给块加守卫条件，或使用针对更内层循环的条件</translation>
    </message>
    <message>
        <source> and (</source>
        <translation> 和 (</translation>
    </message>
    <message>
        <source>another kind of statement</source>
        <translation>其他类型的语句</translation>
    </message>
    <message>
        <source>none of its own</source>
        <translation>不带自己的缓冲区</translation>
    </message>
    <message>
        <source>an init</source>
        <translation>有初始化</translation>
    </message>
    <message>
        <source>no init</source>
        <translation>没有初始化</translation>
    </message>
    <message>
        <source>name each loop once</source>
        <translation>每个循环只指定一次</translation>
    </message>
    <message>
        <source>divide the loop with fission first</source>
        <translation>先用 fission 分割循环</translation>
    </message>
    <message>
        <source>use the iteration variable instead</source>
        <translation>改用迭代变量</translation>
    </message>
    <message>
        <source>compute location</source>
        <translation>计算位置</translation>
    </message>
    <message>
        <source>tensor units</source>
        <translation>张量单元</translation>
    </message>
    <message>
        <source>whole program</source>
        <translation>整个程序</translation>
    </message>
    <message>
        <source>give it once</source>
        <translation>只给出一次</translation>
    </message>
    <message>
        <source>it has no init</source>
        <translation>它没有初始化</translation>
    </message>
    <message>
        <source>its init and its update are not a single store each</source>
        <translation>它的初始化和更新并非各为单个存储</translation>
    </message>
    <message>
        <source>its init and its update do not store to the same element</source>
        <translation>它的初始化和更新不存储到同一元素</translation>
    </message>
    <message>
        <source>its update does not combine the element by +, *, min, max, and, or</source>
        <translation>它的更新不是以 +、*、min、max、and 或 or 结合该元素</translation>
    </message>
    <message>
        <source>its update does not combine the element with one new value</source>
        <translation>它的更新没有把该元素与一个新值结合</translation>
    </message>
    <message>
        <source>it calls a function that may have effects</source>
        <translation>它调用的函数可能有副作用</translation>
    </message>
    <message>
        <source> (not proved)</source>
        <translation>（未能证明）</translation>
    </message>
    <message>
        <source>do this before tensorizing or blockizing</source>
        <translation>请在张量化或 blockize 之前执行</translation>
    </message>
    <message>
        <source>cache_read copies the buffer as it is</source>
        <translation>cache_read 按原样复制缓冲区</translation>
    </message>
    <message>
        <source>cache_read and cache_write copy the buffer as it is</source>
        <translation>cache_read 和 cache_write 按原样复制缓冲区</translation>
    </message>
    <message>
        <source>cache_read or cache_write may work</source>
        <translation>cache_read 和 cache_write 也许可以判定</translation>
    </message>
    <message>
        <source>give one input per iteration variable, in order</source>
        <translation>每个迭代变量对应一个输入，按迭代变量的顺序</translation>
    </message>
    <message>
        <source>subtract its start</source>
        <translation>减去它的起始值</translation>
    </message>
    <message>
        <source>choose a loop of a producer</source>
        <translation>选择某个生产者的循环</translation>
    </message>
    <message>
        <source>choose a loop of a consumer</source>
        <translation>选择某个消费者的循环</translation>
    </message>
    <message>
        <source>move the consumer first</source>
        <translation>先移动消费者</translation>
    </message>
    <message>
        <source>move the producer first</source>
        <translation>先移动生产者</translation>
    </message>
    <message>
        <source>-1 is the last possible position, -2 the first</source>
        <translation>-1 为最后一个可用位置，-2 为第一个</translation>
    </message>
    <message>
        <source>cache_write first, and move the block that fills the cache</source>
        <translation>先执行 cache_write，再移动填充缓存的块</translation>
    </message>
    <message>
        <source>cache_write first: the block then fills a cache that can be computed per iteration</source>
        <translation>先执行 cache_write：之后该块填充的是可以逐次迭代计算的缓存</translation>
    </message>
    <message>
        <source>choose loop {0}, further outside</source>
        <translation>选择更外层的循环 {0}</translation>
    </message>
    <message>
        <source>compute_at can move block {0} under loop {1} instead</source>
        <translation>可以改用 compute_at 将块 {0} 移到循环 {1} 之下</translation>
    </message>
    <message>
        <source>reverse_compute_at can move block {0} under loop {1} instead</source>
        <translation>可以改用 reverse_compute_at 将块 {0} 移到循环 {1} 之下</translation>
    </message>
    <message>
        <source>the block reads what it writes</source>
        <translation>该块读取自己写入的内容</translation>
    </message>
    <message>
        <source>the block writes a result</source>
        <translation>该块写入一个结果</translation>
    </message>
    <message>
        <source>the block has a guard other than that of a split</source>
        <translation>该块有并非来自 split 的守卫条件</translation>
    </message>
    <message>
        <source>what it writes determines which iterations of another block run before it</source>
        <translation>它写入的内容决定另一个块在它之前执行哪些迭代</translation>
    </message>
    <message>
        <source>there are statements that cannot be analysed</source>
        <translation>存在无法分析的语句</translation>
    </message>
    <message>
        <source>it might run for a part of the values of its iteration variables</source>
        <translation>它可能只对其迭代变量的部分取值执行</translation>
    </message>
    <message>
        <source>it might not run for the same values of its iteration variables</source>
        <translation>它可能不再对相同的迭代变量取值执行</translation>
    </message>
    <message>
        <source>the function has no loops</source>
        <translation>该函数没有循环</translation>
    </message>
    <message>
        <source>`lw primitives` lists them</source>
        <translation>可用 `lw primitives` 列出它们</translation>
    </message>
    <message>
        <source>the root</source>
        <translation>根</translation>
    </message>
    <message>
        <source>inside the consumer</source>
        <translation>消费者内部</translation>
    </message>
    <message>
        <source>compute_at and reverse_compute_at take it</source>
        <translation>compute_at 和 reverse_compute_at 可以接受它</translation>
    </message>
    <message>
        <source>go back to before that step to use it</source>
        <translation>退回到该步骤之前才能使用它</translation>
    </message>
    <message>
        <source>block "</source>
        <translation>块 "</translation>
    </message>
    <message>
        <source>put the statements below it into a block</source>
        <translation>把它下面的语句放入一个块</translation>
    </message>
    <message>
        <source>look it up again</source>
        <translation>重新获取它</translation>
    </message>
    <message>
        <source>take it from a step of this schedule</source>
        <translation>从本调度的某个步骤取得它</translation>
    </message>
    <message>
        <source>give a loop, a block or a sampled number of this schedule</source>
        <translation>给出本调度的一个循环、块或采样的数</translation>
    </message>
    <message>
        <source>choose a loop around the block</source>
        <translation>选择包围该块的循环</translation>
    </message>
    <message>
        <source>choose a loop around one of them only</source>
        <translation>选择只包围其中之一的循环</translation>
    </message>
    <message>
        <source>choose a loop that writes the whole tile in each iteration</source>
        <translation>选择每次迭代都写入整个分块的循环</translation>
    </message>
    <message>
        <source>it has buffers of its own</source>
        <translation>它有自己的缓冲区</translation>
    </message>
    <message>
        <source>it does not store each of the values that it computes</source>
        <translation>它没有把算出的每个值都存储下来</translation>
    </message>
    <message>
        <source>its elements have different indices</source>
        <translation>它的各元素索引不同</translation>
    </message>
    <message>
        <source>its init does not start each of its elements</source>
        <translation>它的初始化没有给它的每个元素赋初值</translation>
    </message>
    <message>
        <source>its update is neither a choice between the elements and one new value each, nor +, *, min, max, and, or of them</source>
        <translation>它的更新既不是在各元素与各一个新值之间选择，也不是对它们的 +、*、min、max、and 或 or 运算</translation>
    </message>
    <message>
        <source>which of two equal values it keeps depends on their order; let it compare both elements, as in a &gt; b or a == b and i &lt; k</source>
        <translation>两个值相等时保留哪一个取决于它们的顺序；应让它比较两个元素，如 a &gt; b or a == b and i &lt; k</translation>
    </message>
    <message>
        <source>two of its elements may be the same memory</source>
        <translation>它的两个元素可能是同一块内存</translation>
    </message>
    <message>
        <source>a sampled number</source>
        <translation>采样的数</translation>
    </message>
    <message>
        <source>a dictionary</source>
        <translation>字典</translation>
    </message>
    <message>
        <source>an index map</source>
        <translation>索引映射</translation>
    </message>
    <message>
        <source>choose a block or loop inside it</source>
        <translation>选择其内部的块或循环</translation>
    </message>
    <message>
        <source>for example 16: at most this many statements are unrolled</source>
        <translation>循环最多可展开成多少条语句：例如 16</translation>
    </message>
    <message>
        <source>1: on, 0: off</source>
        <translation>1：开，0：关</translation>
    </message>
    <message>
        <source>it has none at all</source>
        <translation>它一个也没有</translation>
    </message>
    <message>
        <source>store vectors bypassing the caches</source>
        <translation>向量存储绕过缓存</translation>
    </message>
    <message>
        <source>unroll explicitly</source>
        <translation>显式展开</translation>
    </message>
    <message>
        <source>give one pair (start, end) per dimension</source>
        <translation>每个维度给出一对 (start, end)</translation>
    </message>
    <message>
        <source>what it writes of </source>
        <translation>它写入的部分：</translation>
    </message>
    <message>
        <source>what it reads of </source>
        <translation>它读取的部分：</translation>
    </message>
    <message>
        <source>use parallel or bind on its loops</source>
        <translation>对它的循环使用 parallel 或 bind</translation>
    </message>
    <message>
        <source>its body is not a single store</source>
        <translation>它的主体不是单个存储</translation>
    </message>
    <message>
        <source>elements that are updated together, such as a maximum and its position, need rfactor</source>
        <translation>一同更新的元素（如最大值及其位置）需要用 rfactor</translation>
    </message>
    <message>
        <source>lift_alloc moves them out of it</source>
        <translation>用 lift_alloc 可把它们移到块外</translation>
    </message>
    <message>
        <source>choose the block that updates a reduction, x = x op e</source>
        <translation>选择对归约进行更新的块，x = x op e</translation>
    </message>
    <message>
        <source>rfactor makes partial results that need no atomic updates</source>
        <translation>用 rfactor 可产生无需原子更新的部分结果</translation>
    </message>
    <message>
        <source>of the selected blocks</source>
        <translation>由选中的块构成</translation>
    </message>
    <message>
        <source>1 keeps every expression, 2 those that occur twice</source>
        <translation>1 保留所有表达式，2 保留出现两次的表达式</translation>
    </message>
    <message>
        <source>tables of its index arithmetic</source>
        <translation>它的索引运算表</translation>
    </message>
    <message>
        <source>declare the whole region, or leave T.reads and T.writes out</source>
        <translation>声明整个区域，或省略 T.reads 和 T.writes</translation>
    </message>
    <message>
        <source>cache_write makes a copy that is only written</source>
        <translation>cache_write 产生只写的副本</translation>
    </message>
    <message>
        <source>cache_write does not copy the old contents</source>
        <translation>cache_write 无需复制原有内容</translation>
    </message>
    <message>
        <source>cache_read makes a copy that is only read</source>
        <translation>cache_read 产生只读的副本</translation>
    </message>
    <message>
        <source>inline the block before the loop is made parallel, or move its readers under the loop</source>
        <translation>先内联该块再将循环并行化，或把其读取者移到该循环下</translation>
    </message>
    <message>
        <source>make the loop parallel afterwards, where that is possible</source>
        <translation>在可行之处，之后再把循环并行化</translation>
    </message>
    <message>
        <source>cache_write moves reads and writes of a block to a new buffer</source>
        <translation>cache_write 把块的读写移到新缓冲区</translation>
    </message>
    <message>
        <source>name the readers after them as consumer_blocks</source>
        <translation>把位于它们之后的读取者指定为 consumer_blocks</translation>
    </message>
    <message>
        <source>name the blocks that read the copied part as consumer_blocks</source>
        <translation>把读取所复制部分的块指定为 consumer_blocks</translation>
    </message>
    <message>
        <source>several blocks, {0}</source>
        <translation>多个块：{0}</translation>
    </message>
    <message>
        <source>cache the results of each writer instead</source>
        <translation>改为分别缓存每个写入者的结果</translation>
    </message>
    <message>
        <source>a cache requires a block that writes a whole region, and no reader of it before the copy</source>
        <translation>缓存要求有一个块写入整个区域，并且在复制之前没有读取者读取该区域</translation>
    </message>
    <message>
        <source>compute_at moves the block instead</source>
        <translation>改用 compute_at 移动该块</translation>
    </message>
    <message>
        <source>inline its consumer into it with reverse_compute_inline, or cache_write first and inline that</source>
        <translation>用 reverse_compute_inline 把它的消费者内联进来，或先执行 cache_write 再内联该块</translation>
    </message>
    <message>
        <source>compute_at can move them under the loops of the reader</source>
        <translation>用 compute_at 可把它们移到读取者的循环之下</translation>
    </message>
    <message>
        <source>inline before tensorizing</source>
        <translation>在张量化之前内联</translation>
    </message>
    <message>
        <source>it is a reduction</source>
        <translation>它是归约</translation>
    </message>
    <message>
        <source>its body has other statements</source>
        <translation>它的主体含有其他语句</translation>
    </message>
    <message>
        <source>the block has to run before what it reads is written again</source>
        <translation>该块必须在其读取的内容被再次写入之前运行</translation>
    </message>
    <message>
        <source>in a nest of its own</source>
        <translation>在自己的循环嵌套中</translation>
    </message>
    <message>
        <source>name the last block of the group</source>
        <translation>指定该组的最后一个块</translation>
    </message>
    <message>
        <source>give the blocks that create_group returned</source>
        <translation>给出 create_group 返回的块</translation>
    </message>
    <message>
        <source>the form is P[i] = T.if_then_else(i is inside, A[i - 1], constant)</source>
        <translation>形式为 P[i] = T.if_then_else(i 在内部, A[i - 1], 常量)</translation>
    </message>
    <message>
        <source>it does more than one store</source>
        <translation>它执行了不止一次存储</translation>
    </message>
    <message>
        <source>the stored value has no condition</source>
        <translation>它存储的值不带条件</translation>
    </message>
    <message>
        <source>only a border of one constant value can be filled beforehand</source>
        <translation>只有取单一值的边界才能预先填充</translation>
    </message>
    <message>
        <source>it reads what it writes</source>
        <translation>它读取自己写入的内容</translation>
    </message>
    <message>
        <source>the inside must be a box: a conjunction of bounds on single iteration variables</source>
        <translation>内部必须是盒形：由各单个迭代变量的边界合取而成</translation>
    </message>
    <message>
        <source>its condition never holds</source>
        <translation>它的条件永不成立</translation>
    </message>
    <message>
        <source>replace the block by a fill</source>
        <translation>用填充替换该块</translation>
    </message>
    <message>
        <source>choose a loop above the block</source>
        <translation>选择该块上方的循环</translation>
    </message>
    <message>
        <source>the block has no loops</source>
        <translation>该块没有循环</translation>
    </message>
    <message>
        <source>only a block with T.init can be decomposed, and only once</source>
        <translation>只有带 T.init 的块才能分解，且只能分解一次</translation>
    </message>
    <message>
        <source>a condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>choose a block under the loop</source>
        <translation>给出该循环之下的块</translation>
    </message>
    <message>
        <source>choose the statement around it, or move the condition into the blocks</source>
        <translation>给出包围它的语句，或把条件移入各块中</translation>
    </message>
    <message>
        <source>choose a block that is not the last one</source>
        <translation>给出一个不是最后一个的块</translation>
    </message>
    <message>
        <source>divide a loop further inside, or store what the first part passes to the second in a buffer with a dimension for the loop</source>
        <translation>分割更内层的循环，或把第一部分传给第二部分的值存入带有该循环维度的缓冲区</translation>
    </message>
    <message>
        <source>give neighbouring loops, outermost first; reorder brings loops together</source>
        <translation>给出相邻的循环，由外到内排列；reorder 可使循环相邻</translation>
    </message>
    <message>
        <source>fuse the inner nests separately</source>
        <translation>单独融合其内层的循环嵌套</translation>
    </message>
    <message>
        <source>fuse only loops whose bounds do not depend on each other</source>
        <translation>只融合边界互不依赖的循环</translation>
    </message>
    <message>
        <source>reverse_compute_at moves the block under the loops of the reduction instead</source>
        <translation>可改用 reverse_compute_at 把块移到归约的循环之下</translation>
    </message>
    <message>
        <source>it is not a single store</source>
        <translation>它不是单个存储语句</translation>
    </message>
    <message>
        <source>that takes its address</source>
        <translation>（取其地址）</translation>
    </message>
    <message>
        <source>lets the epilogue</source>
        <translation>能使尾处理</translation>
    </message>
    <message>
        <source>run after the reduction</source>
        <translation>在归约之后运行</translation>
    </message>
    <message>
        <source>a statement</source>
        <translation>某个语句</translation>
    </message>
    <message>
        <source>is under</source>
        <translation>位于其下：</translation>
    </message>
    <message>
        <source>a condition or a declaration</source>
        <translation>条件或声明</translation>
    </message>
    <message>
        <source>may change</source>
        <translation>可能改变</translation>
    </message>
    <message>
        <source>memory in a call</source>
        <translation>调用所涉及的内存</translation>
    </message>
    <message>
        <source>it is not known whether each iteration reads a different element</source>
        <translation>无法得知各次迭代读取的元素是否互不相同</translation>
    </message>
    <message>
        <source>it reads other elements than the reduction writes</source>
        <translation>它读取的元素与归约写入的元素不同</translation>
    </message>
    <message>
        <source>results and reductions stay; select a block to see why it cannot be inlined</source>
        <translation>结果和归约予以保留；选中一个块可查看其不能内联的原因</translation>
    </message>
    <message>
        <source>all blocks</source>
        <translation>所有块</translation>
    </message>
    <message>
        <source>it allocates nothing</source>
        <translation>它不分配任何缓冲区</translation>
    </message>
    <message>
        <source>its buffers live as long as the function runs</source>
        <translation>其缓冲区的生存期与函数运行期相同</translation>
    </message>
    <message>
        <source>lift it before the loop is made parallel, or leave it inside</source>
        <translation>在循环并行化之前提升它，或把它留在循环内</translation>
    </message>
    <message>
        <source>choose a loop whose iterations access different elements</source>
        <translation>选择各次迭代访问不同元素的循环</translation>
    </message>
    <message>
        <source>run in parallel</source>
        <translation>并行运行</translation>
    </message>
    <message>
        <source>split it by a constant factor and vectorize the inner loop</source>
        <translation>按常量因子拆分它，再对内层循环向量化</translation>
    </message>
    <message>
        <source>become vector lanes</source>
        <translation>成为向量通道</translation>
    </message>
    <message>
        <source>bind one of them to another axis; only a copy to shared memory that is the same for all threads can be distributed over them again</source>
        <translation>将其中一个绑定到其他轴；只有对所有线程都相同的、到共享内存的复制才能再次分派给这些线程</translation>
    </message>
    <message>
        <source>split one of them so that both have the same extent</source>
        <translation>拆分其中一个，使两者长度相同</translation>
    </message>
    <message>
        <source>put its statements into a block</source>
        <translation>把其中的语句放入一个块</translation>
    </message>
    <message>
        <source>give two parts or more, for example [8, None]</source>
        <translation>给出两个或更多部分，例如 [8, None]</translation>
    </message>
    <message>
        <source>give a positive number, or None for whatever remains</source>
        <translation>给出正数，或用 None 表示剩余部分</translation>
    </message>
    <message>
        <source>too many</source>
        <translation>过多</translation>
    </message>
    <message>
        <source>give smaller parts</source>
        <translation>给出更小的部分</translation>
    </message>
    <message>
        <source>give a number for the others</source>
        <translation>为其余各项给出数值</translation>
    </message>
    <message>
        <source>the extent is not known</source>
        <translation>长度未知</translation>
    </message>
    <message>
        <source>leave None out</source>
        <translation>去掉 None</translation>
    </message>
    <message>
        <source>[1, None], the first iteration apart</source>
        <translation>[1, None]，第一次迭代单独成段</translation>
    </message>
    <message>
        <source>give loops of neighbouring nests</source>
        <translation>给出相邻循环嵌套中的循环</translation>
    </message>
    <message>
        <source>give loops of the same depth</source>
        <translation>给出深度相同的循环</translation>
    </message>
    <message>
        <source>merge the outer loops first</source>
        <translation>先 merge 外层循环</translation>
    </message>
    <message>
        <source>split one of them so that both run equally often</source>
        <translation>拆分其中一个，使两者迭代次数相同</translation>
    </message>
    <message>
        <source>the statement between</source>
        <translation>二者之间的语句</translation>
    </message>
    <message>
        <source>merge it too, or compute it elsewhere</source>
        <translation>将它一并 merge，或移到别处计算</translation>
    </message>
    <message>
        <source>merge fewer loops, or compute_at the first nest</source>
        <translation>减少 merge 的循环，或对第一个循环嵌套做 compute_at</translation>
    </message>
    <message>
        <source>one input per dimension of the operand, in their order</source>
        <translation>操作数的每个维度对应一个输入，按维度顺序排列</translation>
    </message>
    <message>
        <source>compute the operand in the form of the sum first</source>
        <translation>先按求和的形式计算操作数</translation>
    </message>
    <message>
        <source>the form is C[i, j] = C[i, j] + A[i, k] * B[k, j], with an init</source>
        <translation>其形式为 C[i, j] = C[i, j] + A[i, k] * B[k, j]，并带有初始化</translation>
    </message>
    <message>
        <source>it does more than one update</source>
        <translation>它的更新不止一个</translation>
    </message>
    <message>
        <source>it does not add to its result</source>
        <translation>它没有向结果累加</translation>
    </message>
    <message>
        <source>the value that it adds is not a product of operands</source>
        <translation>它所累加的不是操作数之积</translation>
    </message>
    <message>
        <source>brackets are nested more than {0} deep</source>
        <translation>括号嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>{0}: brackets are nested more than {1} deep</source>
        <translation>{0}：括号嵌套超过 {1} 层</translation>
    </message>
    <message>
        <source>its init reads a buffer</source>
        <translation>其初始化读取缓冲区</translation>
    </message>
    <message>
        <source>its init has other indices than its update</source>
        <translation>其初始化与更新的索引不同</translation>
    </message>
    <message>
        <source>its result is also an operand</source>
        <translation>其结果同时也是操作数</translation>
    </message>
    <message>
        <source>give one number per iteration variable, in order; 1 leaves it unchanged</source>
        <translation>每个迭代变量一个数，按其顺序排列；1 表示该迭代变量保持不变</translation>
    </message>
    <message>
        <source>give a positive number</source>
        <translation>给出正数</translation>
    </message>
    <message>
        <source>pad the block</source>
        <translation>填充该块</translation>
    </message>
    <message>
        <source>give 1 for it</source>
        <translation>将其设为 1</translation>
    </message>
    <message>
        <source>an unknown number of</source>
        <translation>若干（数目未知）</translation>
    </message>
    <message>
        <source>give a number from 1 to one less than the iterations</source>
        <translation>给出从 1 到迭代次数减一之间的数</translation>
    </message>
    <message>
        <source>the last iteration</source>
        <translation>最后一次迭代</translation>
    </message>
    <message>
        <source>the first iteration</source>
        <translation>第一次迭代</translation>
    </message>
    <message>
        <source>for example "auto_unroll_max_step"</source>
        <translation>例如 "auto_unroll_max_step"</translation>
    </message>
    <message>
        <source>its number of iterations is not known</source>
        <translation>其迭代次数未知</translation>
    </message>
    <message>
        <source>it is not serial</source>
        <translation>它不是串行的</translation>
    </message>
    <message>
        <source>the number of prefetches is not known</source>
        <translation>预取次数未知</translation>
    </message>
    <message>
        <source>the function has no blocks</source>
        <translation>函数中没有块</translation>
    </message>
    <message>
        <source>get it with get_child_blocks of the enclosing block, or give the blocks different names</source>
        <translation>从外层块的 get_child_blocks 中获取，或给各块取不同的名称</translation>
    </message>
    <message>
        <source>reorder loops of one nest within one block</source>
        <translation>只重排同一块内同一循环嵌套的循环</translation>
    </message>
    <message>
        <source>move the other statement elsewhere first, for example with compute_at or decompose_reduction</source>
        <translation>先把另一语句移到别处，例如用 compute_at 或 decompose_reduction</translation>
    </message>
    <message>
        <source>keep the loops that carry the dependence outside of it</source>
        <translation>让携带该依赖的循环保持在它之外</translation>
    </message>
    <message>
        <source>keep the order of the loops that carry the dependence</source>
        <translation>保持携带依赖的循环的顺序</translation>
    </message>
    <message>
        <source>the block has no iteration variables</source>
        <translation>该块没有迭代变量</translation>
    </message>
    <message>
        <source>reverse_compute_at moves the block instead</source>
        <translation>可改用 reverse_compute_at 移动该块</translation>
    </message>
    <message>
        <source>it has an init</source>
        <translation>它带有初始化</translation>
    </message>
    <message>
        <source>inline the producer into all of them with compute_inline, or move this block with reverse_compute_at</source>
        <translation>用 compute_inline 把生产者内联到所有这些块中，或用 reverse_compute_at 移动此块</translation>
    </message>
    <message>
        <source>compute_inline of the producer can serve both</source>
        <translation>对生产者做 compute_inline 可同时满足两处</translation>
    </message>
    <message>
        <source>reverse_compute_at moves the block under the reduction's loops</source>
        <translation>reverse_compute_at 可把块移到归约的循环之下</translation>
    </message>
    <message>
        <source>split the loops so that each is bound to one kind of iteration variable</source>
        <translation>拆分循环，使每个循环只绑定一类迭代变量</translation>
    </message>
    <message>
        <source>only the loops of the reduction may enclose it</source>
        <translation>其外层只能有归约的循环</translation>
    </message>
    <message>
        <source>it has no reduction loop</source>
        <translation>它没有归约循环</translation>
    </message>
    <message>
        <source>move the other blocks out of the loop first</source>
        <translation>先把其他块移出该循环</translation>
    </message>
    <message>
        <source>only reductions over a rectangular domain can be factored</source>
        <translation>只有矩形域上的归约才能分解</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>一次调用</translation>
    </message>
    <message>
        <source>reorder or move the call out of the loop first</source>
        <translation>先重排循环，或把该调用移出循环</translation>
    </message>
    <message>
        <source>its spatial variables cannot be recovered from the indices of its elements</source>
        <translation>由其元素的索引不能求出空间变量</translation>
    </message>
    <message>
        <source>its iteration variables are not a one-to-one map of the loops</source>
        <translation>其迭代变量不是循环的一一映射</translation>
    </message>
    <message>
        <source>its first iteration is not where its reduction starts</source>
        <translation>其第一次迭代不在归约的起点处</translation>
    </message>
    <message>
        <source>choose a loop further inside, or move the other blocks out</source>
        <translation>选择更内层的循环，或移出其他块</translation>
    </message>
    <message>
        <source>, outermost</source>
        <translation>，最外层</translation>
    </message>
    <message>
        <source>, innermost</source>
        <translation>，最内层</translation>
    </message>
    <message>
        <source>compute_at the block under a loop whose iterations need overlapping parts</source>
        <translation>用 compute_at 把块移到各次迭代所需部分有重叠的循环之下</translation>
    </message>
    <message>
        <source>compute_at the block under a loop of its consumer</source>
        <translation>用 compute_at 把块移到其消费者的循环之下</translation>
    </message>
    <message>
        <source>no dimension advances by less than its computed length</source>
        <translation>没有一个维度的推进量小于所计算的长度</translation>
    </message>
    <message>
        <source>reorder the loops so that this one is outermost</source>
        <translation>重排循环，使此循环位于最外层</translation>
    </message>
    <message>
        <source>its shape</source>
        <translation>其形状</translation>
    </message>
    <message>
        <source>give one probability for each candidate</source>
        <translation>为每个候选给出一个概率</translation>
    </message>
    <message>
        <source>leave it out to draw one</source>
        <translation>省略它则采样一个</translation>
    </message>
    <message>
        <source>steps to unroll</source>
        <translation>展开的步数</translation>
    </message>
    <message>
        <source>-2 inlines the block into its consumer, -1 leaves it in place, 0 and up are the loops of the first consumer</source>
        <translation>-2 表示内联到消费者，-1 表示留在原处，0 及以上表示第一个消费者的各循环</translation>
    </message>
    <message>
        <source>2 to 64 can be drawn</source>
        <translation>可采样 2 到 64 个</translation>
    </message>
    <message>
        <source>0 is the outermost factor</source>
        <translation>0 为最外层因子</translation>
    </message>
    <message>
        <source>give ascending numbers from 0 to the number of dimensions</source>
        <translation>给出从 0 到维度数之间递增的数</translation>
    </message>
    <message>
        <source>cache_write makes a buffer of the required scope</source>
        <translation>cache_write 可创建所需存储域的缓冲区</translation>
    </message>
    <message>
        <source>set the scope before tensorizing</source>
        <translation>在张量化之前设置存储域</translation>
    </message>
    <message>
        <source>give a smaller number</source>
        <translation>给出更小的数</translation>
    </message>
    <message>
        <source>start at 0</source>
        <translation>从 0 开始</translation>
    </message>
    <message>
        <source>the whole function</source>
        <translation>整个函数</translation>
    </message>
    <message>
        <source>compute_at the block under the loop first</source>
        <translation>先用 compute_at 把块移到该循环之下</translation>
    </message>
    <message>
        <source>choose a serial loop</source>
        <translation>选择串行循环</translation>
    </message>
    <message>
        <source>choose the loop whose iterations compute overlapping parts</source>
        <translation>选择各次迭代所计算部分有重叠的循环</translation>
    </message>
    <message>
        <source>give two factors or more, for example [None, 8]</source>
        <translation>给出两个或更多因子，例如 [None, 8]</translation>
    </message>
    <message>
        <source>give smaller factors</source>
        <translation>给出更小的因子</translation>
    </message>
    <message>
        <source>make one factor None: the extent is not known</source>
        <translation>将一个因子设为 None：长度未知</translation>
    </message>
    <message>
        <source>a multiple of </source>
        <translation>整数倍的 </translation>
    </message>
    <message>
        <source>leave disable_predication False</source>
        <translation>保持 disable_predication 为 False</translation>
    </message>
    <message>
        <source>choose factors that divide the extent</source>
        <translation>选择能整除长度的因子</translation>
    </message>
    <message>
        <source>for example 32, with offset 1, against bank conflicts</source>
        <translation>例如 32，偏移为 1，以避免存储体冲突</translation>
    </message>
    <message>
        <source>count dimensions from 0, or from -1 at the innermost one</source>
        <translation>维度从 0 起计，或从最内层以 -1 起计</translation>
    </message>
    <message>
        <source>its layout</source>
        <translation>其布局</translation>
    </message>
    <message>
        <source>leave the parameter out of the intrinsic</source>
        <translation>在内建指令中去掉该参数</translation>
    </message>
    <message>
        <source>one compact piece</source>
        <translation>一个紧凑的整块数据</translation>
    </message>
    <message>
        <source>a piece with strides</source>
        <translation>一段带步长的数据</translation>
    </message>
    <message>
        <source>cache_read or cache_write and transform_layout make a compact piece; or let the intrinsic take strides</source>
        <translation>cache_read 或 cache_write 加 transform_layout 可得到一段紧凑的数据；或让内建指令接受步长</translation>
    </message>
    <message>
        <source>choose tiles that are multiples of it, or offset_factor=1 in the intrinsic</source>
        <translation>选择为其整数倍的分块，或在内建指令中设 offset_factor=1</translation>
    </message>
    <message>
        <source>cache_read makes a copy to read from</source>
        <translation>cache_read 可创建供读取的副本</translation>
    </message>
    <message>
        <source>give one size for each loop</source>
        <translation>为每个循环给出一个大小</translation>
    </message>
    <message>
        <source>keep iteration variables of different kinds apart</source>
        <translation>不要混合不同类型的迭代变量</translation>
    </message>
    <message>
        <source>use every iteration variable, and tiles that divide the extents</source>
        <translation>用到每个迭代变量，且分块能整除长度</translation>
    </message>
    <message>
        <source>transform the block</source>
        <translation>变换该块</translation>
    </message>
    <message>
        <source>keep the order of the reduction variables, or decompose the reduction first</source>
        <translation>保持归约变量的顺序，或先分解归约</translation>
    </message>
    <message>
        <source>keep the order of the iteration variables that carry the dependence</source>
        <translation>保持携带依赖的迭代变量的顺序</translation>
    </message>
    <message>
        <source>give one input per dimension, in order</source>
        <translation>每个维度对应一个输入，按维度顺序排列</translation>
    </message>
    <message>
        <source>cache_read or cache_write makes a compact copy</source>
        <translation>cache_read 或 cache_write 可创建紧凑的副本</translation>
    </message>
    <message>
        <source>add an offset so that it starts at 0, for example i - 3 -&gt; i</source>
        <translation>加上偏移使其从 0 开始，例如 i - 3 -&gt; i</translation>
    </message>
    <message>
        <source>it is a map from the new indices, or a number</source>
        <translation>它是以新索引为输入的映射，或一个数</translation>
    </message>
    <message>
        <source>without one</source>
        <translation>没有对应元素</translation>
    </message>
    <message>
        <source>give pad_value, or a map whose tiles divide the extents</source>
        <translation>给出 pad_value，或分块能整除长度的映射</translation>
    </message>
    <message>
        <source>with pad_value, use a map that only splits and fuses</source>
        <translation>使用 pad_value 时，请用只做拆分与融合的映射</translation>
    </message>
    <message>
        <source>cache_read copies it into a buffer that the function writes</source>
        <translation>cache_read 可把它复制到由函数写入的缓冲区</translation>
    </message>
    <message>
        <source>use every input of the map</source>
        <translation>用到映射的每个输入</translation>
    </message>
    <message>
        <source>assume_injective_transform=True skips this check</source>
        <translation>assume_injective_transform=True 会跳过此检查</translation>
    </message>
    <message>
        <source>, padded with 0</source>
        <translation>，以 0 填充</translation>
    </message>
    <message>
        <source>unroll it instead, or give a loop further outside</source>
        <translation>改为展开它，或给出更外层的循环</translation>
    </message>
    <message>
        <source>for example "float16", "bfloat16", "float32", "int8", "int32"</source>
        <translation>例如 "float16"、"bfloat16"、"float32"、"int8"、"int32"</translation>
    </message>
    <message>
        <source>its element type</source>
        <translation>其元素类型</translation>
    </message>
    <message>
        <source>{0} and {1} both update {2}</source>
        <translation>{0} 和 {1} 都更新 {2}</translation>
    </message>
    <message>
        <source>{0} and {1} both write {2}</source>
        <translation>{0} 和 {1} 都写入 {2}</translation>
    </message>
    <message>
        <source>{0} writes {2}, which {1} reads</source>
        <translation>{0} 写入 {2}，而 {1} 会读取它</translation>
    </message>
    <message>
        <source>{0} reads {2}, which {1} overwrites</source>
        <translation>{0} 读取 {2}，而 {1} 会覆盖它</translation>
    </message>
    <message>
        <source>select a loop</source>
        <translation>请选择一个循环</translation>
    </message>
    <message>
        <source>select loops (Ctrl+click adds one)</source>
        <translation>请选择循环（Ctrl+单击可添加）</translation>
    </message>
    <message>
        <source>select a block</source>
        <translation>请选择一个块</translation>
    </message>
    <message>
        <source>select a loop or a block</source>
        <translation>请选择一个循环或块</translation>
    </message>
    <message>
        <source>select two loops or more (Ctrl+click adds one)</source>
        <translation>请选择两个或更多循环（Ctrl+单击可添加）</translation>
    </message>
    <message>
        <source>Compute repeated index arithmetic once.</source>
        <translation>重复的索引运算只计算一次。</translation>
    </message>
    <message>
        <source>Drop statements without effect.</source>
        <translation>去掉没有效果的语句。</translation>
    </message>
    <message>
        <source>Fetch the next tile while the current one is used, where a schedule asks for it.</source>
        <translation>在调度要求之处，使用一个分块时预取下一个。</translation>
    </message>
    <message>
        <source>Give every buffer one dimension.</source>
        <translation>把每个缓冲区变成一维。</translation>
    </message>
    <message>
        <source>Express ldmatrix and mma on registers of threads by statements of one thread.</source>
        <translation>用单个线程的语句表达作用于线程寄存器的 ldmatrix 和 mma。</translation>
    </message>
    <message>
        <source>Express jumps, fixed-point products and matrix operations of warps by other statements.</source>
        <translation>用其他语句表达跳转、定点乘积和 warp 的矩阵运算。</translation>
    </message>
    <message>
        <source>Give every kernel one loop for each thread axis.</source>
        <translation>让每个内核的每个线程轴只有一个循环。</translation>
    </message>
    <message>
        <source>Let buffers share memory where their uses do not overlap in time.</source>
        <translation>让使用时间不重叠的缓冲区共享内存。</translation>
    </message>
    <message>
        <source>Overlap the stages of several iterations, where a schedule asks for it.</source>
        <translation>在调度要求之处，让多次迭代的各阶段重叠执行。</translation>
    </message>
    <message>
        <source>Move bit operations that all reads of a buffer apply into its stores.</source>
        <translation>把缓冲区每次读取都要做的翻转、屏蔽或置位移到写入时。</translation>
    </message>
    <message>
        <source>Move allocations next to their uses.</source>
        <translation>把分配移到使用处附近。</translation>
    </message>
    <message>
        <source>Move allocations to the kernel, block or thread that uses them.</source>
        <translation>把分配移到所属的内核、线程块或线程。</translation>
    </message>
    <message>
        <source>Record in every statement the block and loop it comes from.</source>
        <translation>在每条语句中记下它来自哪个块和循环。</translation>
    </message>
    <message>
        <source>Insert barriers where threads of a block exchange values.</source>
        <translation>在线程块内的线程交换数值之处放置屏障。</translation>
    </message>
    <message>
        <source>Replace the iteration variables of blocks by their bindings.</source>
        <translation>用块的绑定代替块的迭代变量。</translation>
    </message>
    <message>
        <source>Replace match_buffers by their sources.</source>
        <translation>用 match_buffer 的来源代替它们。</translation>
    </message>
    <message>
        <source>Reduce over threads: each its part, then a tree in shared memory.</source>
        <translation>跨线程归约：各线程先归约自己的部分，再在共享内存中按树归约。</translation>
    </message>
    <message>
        <source>Interleave the virtual threads of a thread.</source>
        <translation>交错执行一个线程的各虚拟线程。</translation>
    </message>
    <message>
        <source>Run thread-bound loops one iteration after the other.</source>
        <translation>逐次运行绑定到线程的循环。</translation>
    </message>
    <message>
        <source>Shrink buffers to the region that is accessed.</source>
        <translation>把缓冲区缩小到实际访问的部分。</translation>
    </message>
    <message>
        <source>Simplify index arithmetic and conditions.</source>
        <translation>化简索引运算和条件。</translation>
    </message>
    <message>
        <source>Leave out roundings of float16 and bfloat16 values that are exact.</source>
        <translation>省去对可精确表示的 float16 和 bfloat16 值的舍入。</translation>
    </message>
    <message>
        <source>Take guards out of loops.</source>
        <translation>把守卫条件移出循环。</translation>
    </message>
    <message>
        <source>Turn blocks into ifs, allocations and plain statements.</source>
        <translation>把块变成 if、分配和普通语句。</translation>
    </message>
    <message>
        <source>State the init of reductions whose loops may have no iteration.</source>
        <translation>写出循环可能一次也不执行的归约的初始化。</translation>
    </message>
    <message>
        <source>Turn the init of reductions into guarded statements.</source>
        <translation>把归约的初始化变成带守卫条件的语句。</translation>
    </message>
    <message>
        <source>Turn vectorized loops into vector operations.</source>
        <translation>把向量化的循环变成向量运算。</translation>
    </message>
    <message>
        <source>Expand unrolled loops.</source>
        <translation>展开标为展开的循环。</translation>
    </message>
    <message>
        <source>as passed to LLVM</source>
        <translation>传给 LLVM 的形式</translation>
    </message>
    <message>
        <source>after LLVM's own passes</source>
        <translation>经过 LLVM 自身的优化 pass 之后</translation>
    </message>
    <message>
        <source>machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>the kernels as passed to the driver of any OpenCL device</source>
        <translation>传给任意 OpenCL 设备驱动的内核</translation>
    </message>
    <message>
        <source>the kernels as passed to NVIDIA's driver</source>
        <translation>传给 NVIDIA 驱动的内核</translation>
    </message>
    <message>
        <source>the machine code for an NVIDIA GPU, made by the CUDA toolkit's programs</source>
        <translation>由 CUDA 工具包的程序生成的 NVIDIA GPU 机器码</translation>
    </message>
    <message>
        <source>After `{0}`:</source>
        <translation>执行 `{0}` 之后：</translation>
    </message>
    <message>
        <source>`{0}` is accepted here.</source>
        <translation>`{0}` 在这里可以执行。</translation>
    </message>
    <message>
        <source> ({0}, default {1})</source>
        <translation>（{0}，默认为 {1}）</translation>
    </message>
    <message>
        <source> ({0})</source>
        <translation>（{0}）</translation>
    </message>
    <message>
        <source>All reasons for a refusal</source>
        <translation>所有拒绝原因</translation>
    </message>
    <message>
        <source>A composite applies its steps as one: all of them, or none. The trace shows them as one row that can be expanded.</source>
        <translation>组合步骤：其中的各步作为一个整体执行，要么全部执行，要么都不执行。在轨迹中它们占一行，可以展开。</translation>
    </message>
    <message>
        <source>Its steps, in {0}</source>
        <translation>它的各步，见 {0}</translation>
    </message>
    <message>
        <source>the program contains {0}, which cannot be written to a C file</source>
        <translation>程序含有 {0}，它不能写入 C 文件</translation>
    </message>
    <message>
        <source>the atomic update of {0} cannot be written in C: {1}</source>
        <translation>{0} 的原子更新无法用 C 写出：{1}</translation>
    </message>
    <message>
        <source>T.{0} cannot be expressed in C</source>
        <translation>T.{0} 无法用 C 表示</translation>
    </message>
    <message>
        <source>the first argument of T.{0} must be a function name in quotes</source>
        <translation>T.{0} 的第一个参数应为带引号的函数名</translation>
    </message>
    <message>
        <source>extern function {0} is called with vectors</source>
        <translation>调用外部函数 {0} 时使用了向量</translation>
    </message>
    <message>
        <source>T.{0} takes floats, not {1}</source>
        <translation>T.{0} 接受浮点数，而不是 {1}</translation>
    </message>
    <message>
        <source>there is no C type for {0}</source>
        <translation>{0} 在 C 中没有对应的类型</translation>
    </message>
    <message>
        <source>the string "{0}" is used as a value</source>
        <translation>字符串 "{0}" 被用作值</translation>
    </message>
    <message>
        <source>indexing buffer {0} of {1} with a vector cannot be expressed in C</source>
        <translation>以向量索引访问元素类型为 {1} 的缓冲区 {0}，这无法用 C 表示</translation>
    </message>
    <message>
        <source>buffer {0} has {1} dimensions but is accessed with {2} indices</source>
        <translation>缓冲区 {0} 有 {1} 个维度，但访问时用了 {2} 个索引</translation>
    </message>
    <message>
        <source>block {0} has not been lowered: C code is generated from lowered functions</source>
        <translation>块 {0} 尚未 lower：C 代码由 lower 之后的函数生成</translation>
    </message>
    <message>
        <source>loop {0} is bound to {1}, which C does not have</source>
        <translation>循环 {0} 绑定到 {1}，而 C 中没有它</translation>
    </message>
    <message>
        <source>the function launches threads ({0}), which C does not have</source>
        <translation>函数启动线程（{0}），而 C 中没有线程</translation>
    </message>
    <message>
        <source>{0} is guarded by a vector condition</source>
        <translation>处于向量条件之下：{0}</translation>
    </message>
    <message>
        <source>elements of type {0} cannot be stored</source>
        <translation>不能存储类型为 {0} 的元素</translation>
    </message>
    <message>
        <source>LLVM cannot generate code for {0}: {1}</source>
        <translation>LLVM 无法为 {0} 生成代码：{1}</translation>
    </message>
    <message>
        <source>function {0} was translated to invalid LLVM IR: {1}</source>
        <translation>函数 {0} 被翻译成了无效的 LLVM IR：{1}</translation>
    </message>
    <message>
        <source>compiling function {0} was cancelled</source>
        <translation>函数 {0} 的编译已取消</translation>
    </message>
    <message>
        <source>compiling function {0} took more than {1} seconds: it has grown to {2} instructions</source>
        <translation>函数 {0} 的编译超过 {1} 秒：它已增长到 {2} 条指令</translation>
    </message>
    <message>
        <source>LLVM could not generate code for function {0}: {1}</source>
        <translation>LLVM 无法为函数 {0} 生成代码：{1}</translation>
    </message>
    <message>
        <source>LLVM has no model of the processor {0}</source>
        <translation>LLVM 没有处理器 {0} 的模型</translation>
    </message>
    <message>
        <source>the assembly cannot be read back: {0}</source>
        <translation>汇编无法重新读入：{0}</translation>
    </message>
    <message>
        <source>the update of {0} cannot be compiled to an atomic operation: {1}</source>
        <translation>{0} 的更新无法编译为原子操作：{1}</translation>
    </message>
    <message>
        <source>T.{0} is not available on the cpu</source>
        <translation>T.{0} 在 cpu 上不可用</translation>
    </message>
    <message>
        <source>T.{0} is only read and passed on, because its meaning is not known</source>
        <translation>T.{0} 只被读取和传递，因为其含义未知</translation>
    </message>
    <message>
        <source>extern function {0} is called with vectors ({1})</source>
        <translation>调用外部函数 {0} 时使用了向量（{1}）</translation>
    </message>
    <message>
        <source>LLVM has no intrinsic {0}</source>
        <translation>LLVM 没有内建指令 {0}</translation>
    </message>
    <message>
        <source>{0} does not take {1} and return {2}</source>
        <translation>{0} 没有以 {1} 为参数、以 {2} 为结果的形式</translation>
    </message>
    <message>
        <source>CUDA kernels cannot call the external function {0}</source>
        <translation>CUDA 内核不能调用外部函数 {0}</translation>
    </message>
    <message>
        <source>variable {0} has no value when function {1} is compiled</source>
        <translation>编译函数 {1} 时，变量 {0} 没有值</translation>
    </message>
    <message>
        <source>a vector index into buffer {0} of {1} is not supported</source>
        <translation>不支持以向量索引访问元素类型为 {1} 的缓冲区 {0}</translation>
    </message>
    <message>
        <source>an access to buffer {0} with {1} lanes is guarded by a condition with {2} lanes</source>
        <translation>对缓冲区 {0} 的访问有 {1} 个通道，却处于有 {2} 个通道的条件之下</translation>
    </message>
    <message>
        <source>block {0} has not been lowered: the cpu backend compiles lowered functions</source>
        <translation>块 {0} 尚未 lower：cpu 后端只编译 lower 之后的函数</translation>
    </message>
    <message>
        <source>loop {0} is bound to {1}, which the cpu does not have</source>
        <translation>循环 {0} 绑定到 {1}，而 cpu 没有它</translation>
    </message>
    <message>
        <source>the function launches threads ({0}), which the cpu does not have</source>
        <translation>函数启动线程（{0}），而 cpu 不支持</translation>
    </message>
    <message>
        <source>unknown arithmetic option "{0}"</source>
        <translation>没有名为 "{0}" 的算术选项</translation>
    </message>
    <message>
        <source>the program contains {0}; compiling and running it here has not been allowed</source>
        <translation>程序含有 {0}；尚未允许在此编译和运行它</translation>
    </message>
    <message>
        <source>clang, which compiles the program's C code, was not found</source>
        <translation>未找到编译程序的 C 代码所需的 clang</translation>
    </message>
    <message>
        <source>the program's C code does not compile: line {0}, column {1}: {2}</source>
        <translation>程序的 C 代码无法编译：第 {0} 行第 {1} 列：{2}</translation>
    </message>
    <message>
        <source>clang produced no code for the program's C code: {0}</source>
        <translation>clang 未能由程序的 C 代码生成代码：{0}</translation>
    </message>
    <message>
        <source>the program's C code has {0} bytes; the limit is {1}</source>
        <translation>程序的 C 代码有 {0} 字节；上限为 {1} 字节</translation>
    </message>
    <message>
        <source>the program uses {0}, which needs {1}; {2} does not have it</source>
        <translation>程序使用 {0}，它需要 {1}；{2} 不支持</translation>
    </message>
    <message>
        <source>the program uses {0}, an instruction for another architecture than {1}</source>
        <translation>程序使用 {0}，而这是其他架构的指令，不属于 {1}</translation>
    </message>
    <message>
        <source>the program's LLVM code cannot be read: line {0}: {1}</source>
        <translation>程序的 LLVM 代码无法读取：第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>the program's LLVM code is not valid: {0}</source>
        <translation>程序的 LLVM 代码无效：{0}</translation>
    </message>
    <message>
        <source>T.call_extern calls {0} as {1}, but the program's code defines it as {2}</source>
        <translation>T.call_extern 以类型 {1} 调用 {0}，但程序的代码将其定义为 {2}</translation>
    </message>
    <message>
        <source>the program's code has variables with dynamic initialisers</source>
        <translation>程序的代码含有动态初始化的变量</translation>
    </message>
    <message>
        <source>{0} has two definitions in the program's code</source>
        <translation>程序的代码两次定义了 {0}</translation>
    </message>
    <message>
        <source>linking a shared library requires cc, gcc or clang, and none was found</source>
        <translation>链接共享库需要 cc、gcc 或 clang，而一个也未找到</translation>
    </message>
    <message>
        <source>the shared library could not be linked: {0}</source>
        <translation>共享库无法链接：{0}</translation>
    </message>
    <message>
        <source>{0} takes {1} {2}, but {3} were given</source>
        <translation>{0} 接受 {1} 个 {2}，但给出了 {3} 个</translation>
    </message>
    <message>
        <source>buffer {0} has {1} dimensions, but the array given for it has {2}</source>
        <translation>缓冲区 {0} 有 {1} 个维度，但为它给出的数组有 {2} 个</translation>
    </message>
    <message>
        <source>dimension {0} of buffer {1} is {2}, but the array given for it has {3}</source>
        <translation>缓冲区 {1} 的维度 {0} 为 {2}，但为它给出的数组的该维度为 {3}</translation>
    </message>
    <message>
        <source>size {0} is {1} by an earlier buffer, but {2} by dimension {3} of buffer {4}</source>
        <translation>按前面的缓冲区，大小 {0} 为 {1}，但按缓冲区 {4} 的维度 {3} 则为 {2}</translation>
    </message>
    <message>
        <source>there is no code generator for '{0}'</source>
        <translation>没有针对 '{0}' 的代码生成器</translation>
    </message>
    <message>
        <source>the kernels of {0} were translated to invalid LLVM IR: {1}</source>
        <translation>{0} 的内核被翻译成了无效的 LLVM IR：{1}</translation>
    </message>
    <message>
        <source>LLVM could not generate PTX for {0}: {1}</source>
        <translation>LLVM 无法为 {0} 生成 PTX：{1}</translation>
    </message>
    <message>
        <source>showing machine code (SASS) requires NVIDIA's {0}, which is not on PATH</source>
        <translation>显示机器码（SASS）需要 NVIDIA 的 {0}，而它不在 PATH 中</translation>
    </message>
    <message>
        <source>showing machine code (SASS) requires NVIDIA's nvdisasm or cuobjdump, and neither is on PATH</source>
        <translation>显示机器码（SASS）需要 NVIDIA 的 nvdisasm 或 cuobjdump，而两者都不在 PATH 中</translation>
    </message>
    <message>
        <source>{0} failed with code {1}: {2}</source>
        <translation>{0} 失败，退出码为 {1}：{2}</translation>
    </message>
    <message>
        <source>{0} takes {1} arguments, but {2} were given</source>
        <translation>{0} 接受 {1} 个参数，但给出了 {2} 个</translation>
    </message>
    <message>
        <source>{0} and {1} access {2} at the same time: {3}, and {4}; there is no barrier between them</source>
        <translation>两个线程同时访问 {2}（{0}；{1}）：前者为{3}；后者为{4}；两者之间没有屏障</translation>
    </message>
    <message>
        <source>{0} and {1} access {2}: {3}, and {4}; the blocks of a kernel run in no fixed order</source>
        <translation>两个线程都访问 {2}（{0}；{1}）：前者为{3}；后者为{4}；同一内核的各线程块之间没有先后次序</translation>
    </message>
    <message>
        <source>{0} reads {1}{2}, which has not been written</source>
        <translation>有一个线程（{0}）读取 {1}{2}，而此前没有写入过它</translation>
    </message>
    <message>
        <source>{0} {1} {2}{3} while an asynchronous copy by {4}{5} to it may still be in progress</source>
        <translation>有一个线程（{0}）{1} {2}{3}，而以下线程发起的、写入此处的异步复制可能尚未完成：{4}{5}</translation>
    </message>
    <message>
        <source>{0} waits at a barrier{1}, but {2} {3}</source>
        <translation>一个线程（{0}）在屏障处等待{1}，而另一个线程（{2}）{3}</translation>
    </message>
    <message>
        <source>the implementation of intrinsic "{0}" does not compute what its description says: {1}</source>
        <translation>内建指令 "{0}" 的实现与其描述的计算不符：{1}</translation>
    </message>
    <message>
        <source>{0} has {1} parameters, but {2} arguments were given</source>
        <translation>{0} 有 {1} 个参数，但调用时给出了 {2} 个</translation>
    </message>
    <message>
        <source>parameter {0} of {1} needs {2}</source>
        <translation>{1} 的参数 {0} 需要 {2}</translation>
    </message>
    <message>
        <source>buffer {0} has elements of type {1}, but the array has {2}</source>
        <translation>缓冲区 {0} 的元素类型为 {1}，而数组的为 {2}</translation>
    </message>
    <message>
        <source>buffer {0} has {1} dimensions, but the array has {2}</source>
        <translation>缓冲区 {0} 有 {1} 个维度，而数组有 {2} 个</translation>
    </message>
    <message>
        <source>dimension {0} of buffer {1} is {2}, but the array has {3}</source>
        <translation>缓冲区 {1} 的维度 {0} 为 {2}，而数组的该维度为 {3}</translation>
    </message>
    <message>
        <source>variable {0} is used where it has no value</source>
        <translation>变量 {0} 在没有值的地方被使用</translation>
    </message>
    <message>
        <source>buffer {0} is used where it is not declared</source>
        <translation>缓冲区 {0} 在未声明的地方被使用</translation>
    </message>
    <message>
        <source>{0} of {1}[{2}] is out of bounds: index {3} of dimension {4}, which has {5} elements{6}</source>
        <translation>{0} {1}[{2}] 时越界：维度 {4} 的索引为 {3}，而该维度有 {5} 个元素{6}</translation>
    </message>
    <message>
        <source>{0} of {1}[{2}] is out of bounds: element {3} of the {4} elements allocated{5}</source>
        <translation>{0} {1}[{2}] 时越界：其位置是元素 {3}，而所分配的元素有 {4} 个{5}</translation>
    </message>
    <message>
        <source>{0}[{1}] is read before it is written{2}</source>
        <translation>{0}[{1}] 在写入之前就被读取{2}</translation>
    </message>
    <message>
        <source>division by zero{0}</source>
        <translation>除以零{0}</translation>
    </message>
    <message>
        <source>{0} cannot be called{1}</source>
        <translation>无法调用 {0}{1}</translation>
    </message>
    <message>
        <source>the run was stopped after {0} steps{1}</source>
        <translation>运行在 {0} 步之后被停止{1}</translation>
    </message>
    <message>
        <source>the run was cancelled{0}</source>
        <translation>运行已取消{0}</translation>
    </message>
    <message>
        <source>assertion failed: {0}{1}</source>
        <translation>断言不成立：{0}{1}</translation>
    </message>
    <message>
        <source>match_buffer {0} has {1} {2} in dimension {3}, but the region of {4} has {5}{6}</source>
        <translation>match_buffer {0} 在维度 {3} 的 {1} 为 {2}，而 {4} 的区域为 {5}{6}</translation>
    </message>
    <message>
        <source>{0} cannot be run by the interpreter</source>
        <translation>解释器无法运行：{0}</translation>
    </message>
    <message>
        <source>{0} is accessed with {1} indices but has {2} dimensions</source>
        <translation>访问 {0} 时用了 {1} 个索引，而它有 {2} 个维度</translation>
    </message>
    <message>
        <source>buffer {0} would take {1} bytes{2}</source>
        <translation>缓冲区 {0} 将占用 {1} 字节{2}</translation>
    </message>
    <message>
        <source>target '{0}' is not available here: {1}</source>
        <translation>目标 '{0}' 在此不可用：{1}</translation>
    </message>
    <message>
        <source>the file of inputs has '{0}', but the function has no such buffer</source>
        <translation>输入文件中有 '{0}'，但函数没有这个缓冲区</translation>
    </message>
    <message>
        <source>input {0} is {1}, but the function takes {2}</source>
        <translation>输入 {0} 为 {1}，但函数要求 {2}</translation>
    </message>
    <message>
        <source>a remote machine runs the targets {0}, not {1}</source>
        <translation>另一台机器上只能运行目标 {0}，不能运行 {1}</translation>
    </message>
    <message>
        <source>the run was cancelled</source>
        <translation>运行已取消</translation>
    </message>
    <message>
        <source>there is no device model '{0}'</source>
        <translation>没有设备模型 '{0}'</translation>
    </message>
    <message>
        <source>cannot read the answer of {0}: {1}</source>
        <translation>{0} 返回的内容无法读取：{1}</translation>
    </message>
    <message>
        <source>'{0}' is not a host: ssh takes user@box</source>
        <translation>'{0}' 不是主机：ssh 的写法为 user@box</translation>
    </message>
    <message>
        <source>{0} on {1} failed ({2}): {3}</source>
        <translation>在 {1} 上，{0} 失败（退出码 {2}）：{3}</translation>
    </message>
    <message>
        <source>lw-runner cannot be read: {0}</source>
        <translation>无法读取 lw-runner：{0}</translation>
    </message>
    <message>
        <source>this is not a kernel package: it does not begin with '{0}'</source>
        <translation>这不是内核包：它不以 '{0}' 开头</translation>
    </message>
    <message>
        <source>this package has version {0}, but this program reads version {1}</source>
        <translation>此内核包的版本为 {0}，而本程序读取版本 {1}</translation>
    </message>
    <message>
        <source>the package is incomplete: {0}</source>
        <translation>内核包不完整：{0}</translation>
    </message>
    <message>
        <source>the package's description cannot be read: {0}</source>
        <translation>内核包的描述无法读取：{0}</translation>
    </message>
    <message>
        <source>with array '{0}' the package's arrays need {1} bytes of memory, but only {2} are available</source>
        <translation>算上数组 '{0}'，内核包的数组需要 {1} 字节内存，但只有 {2} 字节可用</translation>
    </message>
    <message>
        <source>use a machine with more memory, or export the kernel with smaller sizes</source>
        <translation>请使用内存更大的机器，或以较小的尺寸导出内核</translation>
    </message>
    <message>
        <source>kernel {0} {1} {2} bytes {3} of buffer {4}, which has {5} bytes</source>
        <translation>内核 {0} {1} 的位置在缓冲区 {4} {3} {2} 字节处，而该缓冲区有 {5} 字节</translation>
    </message>
    <message>
        <source>kernel {0} {1} address {2}, which is not part of any buffer</source>
        <translation>内核 {0} {1} 地址 {2}，而它不属于任何缓冲区</translation>
    </message>
    <message>
        <source>kernel {0} divided an integer by zero</source>
        <translation>内核 {0} 中有整数除以零</translation>
    </message>
    <message>
        <source>kernel {0} used an instruction that this processor does not have</source>
        <translation>内核 {0} 使用了此处理器没有的指令</translation>
    </message>
    <message>
        <source>kernel {0} tried to {1}, which kernels are not allowed to do</source>
        <translation>内核 {0} 试图{1}，而内核不允许这样做</translation>
    </message>
    <message>
        <source>library {0} cannot be loaded: its start-up code tried to {1}, which libraries are not allowed to do</source>
        <translation>无法加载库 {0}：它的启动代码试图{1}，而库不允许这样做</translation>
    </message>
    <message>
        <source>a kernel wants {0} threads, but {1} were started before the first one ran, and none can be added</source>
        <translation>内核需要 {0} 个线程，但在第一个内核运行之前启动了 {1} 个，之后不能再增加</translation>
    </message>
    <message>
        <source>open a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>change files</source>
        <translation>更改文件</translation>
    </message>
    <message>
        <source>open a connection</source>
        <translation>打开连接</translation>
    </message>
    <message>
        <source>start a program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>start a process or a thread</source>
        <translation>启动进程或线程</translation>
    </message>
    <message>
        <source>reach another process</source>
        <translation>访问其他进程</translation>
    </message>
    <message>
        <source>make system call {0}</source>
        <translation>发出系统调用 {0}</translation>
    </message>
    <message>
        <source>kernels compute, and print; LW_SANDBOX=off lets this one do all that you may do</source>
        <translation>内核只计算和打印；LW_SANDBOX=off 让它可以做您能做的一切</translation>
    </message>
    <message>
        <source>LW_SANDBOX=off lets it do all that you may do</source>
        <translation>LW_SANDBOX=off 让它可以做您能做的一切</translation>
    </message>
    <message>
        <source>kernel {0} was aborted: {1}</source>
        <translation>内核 {0} 被中止：{1}</translation>
    </message>
    <message>
        <source>no NVIDIA driver: libcuda.so.1 not found</source>
        <translation>没有 NVIDIA 驱动：未找到 libcuda.so.1</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not provide {0}</source>
        <translation>NVIDIA 驱动缺少 {0}</translation>
    </message>
    <message>
        <source>there is no NVIDIA device {0}: {1} found</source>
        <translation>没有 NVIDIA 设备 {0}：共找到 {1} 个</translation>
    </message>
    <message>
        <source>the driver rejects the kernels: {0}</source>
        <translation>驱动不接受这些内核：{0}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>the object file is damaged: {0}</source>
        <translation>目标文件已损坏：{0}</translation>
    </message>
    <message>
        <source>the object file needs {0}, which the loader does not support</source>
        <translation>目标文件需要 {0}，而加载器不支持</translation>
    </message>
    <message>
        <source>the kernel calls {0}, which no loaded library defines</source>
        <translation>内核调用 {0}，而已加载的库都没有定义它</translation>
    </message>
    <message>
        <source>{0} bytes for the kernel's code could not be mapped: {1}</source>
        <translation>无法为内核的代码映射 {0} 字节：{1}</translation>
    </message>
    <message>
        <source>there is no driver for '{0}'</source>
        <translation>没有用于 '{0}' 的驱动</translation>
    </message>
    <message>
        <source>the description of the kernels is incomplete: {0}</source>
        <translation>内核的描述不完整：{0}</translation>
    </message>
    <message>
        <source>the kernels take {0} buffers, but {1} were given</source>
        <translation>这些内核接受 {0} 个缓冲区，但给出了 {1} 个</translation>
    </message>
    <message>
        <source>no OpenCL: libOpenCL.so.1 not found</source>
        <translation>没有 OpenCL：未找到 libOpenCL.so.1</translation>
    </message>
    <message>
        <source>there is no OpenCL device {0}: {1} found</source>
        <translation>没有 OpenCL 设备 {0}：共找到 {1} 个</translation>
    </message>
    <message>
        <source>{0} cannot compile the kernels: {1}</source>
        <translation>{0} 无法编译这些内核：{1}</translation>
    </message>
    <message>
        <source>{0} failed with error {1}{2}</source>
        <translation>{0}：错误 {1}{2}</translation>
    </message>
    <message>
        <source>{0} does not support {1}</source>
        <translation>{0} 不支持 {1}</translation>
    </message>
    <message>
        <source>the package has no kernels for {0} ({1}): it has {2}</source>
        <translation>内核包中没有用于 {0}（{1}）的内核：其中有 {2}</translation>
    </message>
    <message>
        <source>cannot create a temporary folder in {0}: {1}</source>
        <translation>无法在 {0} 中创建临时文件夹：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be started: {1}</source>
        <translation>无法启动 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} did not end within {1} s and was stopped</source>
        <translation>{0} 未在 {1} 秒内结束，已被停止</translation>
    </message>
    <message>
        <source>{0} was cancelled</source>
        <translation>{0} 已取消</translation>
    </message>
    <message>
        <source>the program that runs kernels, {0}, cannot be started: {1}</source>
        <translation>运行内核的程序 {0} 无法启动：{1}</translation>
    </message>
    <message>
        <source>kernel {0} did not end within {1} s and was stopped</source>
        <translation>内核 {0} 未在 {1} 秒内结束，已被停止</translation>
    </message>
    <message>
        <source>the run of kernel {0} was cancelled</source>
        <translation>内核 {0} 的运行已取消</translation>
    </message>
    <message>
        <source>the process that runs kernels ended unexpectedly ({0})</source>
        <translation>运行内核的进程意外结束（{0}）</translation>
    </message>
    <message>
        <source>the process that runs kernels has ended; start another one</source>
        <translation>运行内核的进程已结束；请另启动一个</translation>
    </message>
    <message>
        <source>{0} bytes for buffer {1} could not be shared with the process that runs kernels: {2}</source>
        <translation>无法与运行内核的进程共享缓冲区 {1} 的 {0} 字节：{2}</translation>
    </message>
    <message>
        <source>kernel {0}: assertion failed: {1}</source>
        <translation>内核 {0}：断言不成立：{1}</translation>
    </message>
    <message>
        <source>'{0}' is not a range of values</source>
        <translation>'{0}' 不是取值范围</translation>
    </message>
    <message>
        <source>{0} of {1} has no value</source>
        <translation>{1} 的 {0} 没有值</translation>
    </message>
    <message>
        <source>dimension {0} of buffer {1} is {2}</source>
        <translation>缓冲区 {1} 的维度 {0} 为 {2}</translation>
    </message>
    <message>
        <source>dimension {0} of buffer {1} cannot be computed from the sizes given</source>
        <translation>无法由给出的大小算出缓冲区 {1} 的维度 {0}</translation>
    </message>
    <message>
        <source>parameter {0} of {1} is a handle without a buffer</source>
        <translation>{1} 的参数 {0} 是没有缓冲区的句柄</translation>
    </message>
    <message>
        <source>buffer {0} would have more than 2^40 bytes</source>
        <translation>缓冲区 {0} 将超过 2^40 字节</translation>
    </message>
    <message>
        <source>{0} has no value: it is neither a parameter nor a size of one</source>
        <translation>{0} 没有值：它既不是参数，也不是某个参数的大小</translation>
    </message>
    <message>
        <source>{0} is twice in the list of parameters</source>
        <translation>{0} 在参数列表中出现了两次</translation>
    </message>
    <message>
        <source>a function needs at least one tensor as a parameter</source>
        <translation>函数至少需要一个张量作为参数</translation>
    </message>
    <message>
        <source>the challenge asks for "{0}", which is no speed, count or number of steps</source>
        <translation>挑战要求 "{0}"，而它既不是速度，也不是计数或步数</translation>
    </message>
    <message>
        <source>the challenge names neither a speed nor a count</source>
        <translation>挑战既没有要求速度，也没有要求计数</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>它不是 JSON</translation>
    </message>
    <message>
        <source>node {0} should be {1}</source>
        <translation>节点 {0} 应为 {1}</translation>
    </message>
    <message>
        <source>node {0} is of the unknown type "{1}"</source>
        <translation>节点 {0} 的类型 "{1}" 未知</translation>
    </message>
    <message>
        <source>it has {0} nodes</source>
        <translation>它有 {0} 个节点</translation>
    </message>
    <message>
        <source>the trace is not JSON: {0}</source>
        <translation>轨迹不是 JSON：{0}</translation>
    </message>
    <message>
        <source>{0} should be {1}</source>
        <translation>{0}：应为 {1}</translation>
    </message>
    <message>
        <source>instruction {0} is of the unknown kind "{1}"</source>
        <translation>指令 {0} 的种类 "{1}" 未知</translation>
    </message>
    <message>
        <source>instruction {0} ({1}) uses {2}, which no instruction before it defines</source>
        <translation>指令 {0}（{1}）使用 {2}，而此前没有任何指令定义它</translation>
    </message>
    <message>
        <source>instruction {0} ({1}) has {2} inputs, but takes {3}</source>
        <translation>指令 {0}（{1}）有 {2} 个输入，而它应有 {3} 个</translation>
    </message>
    <message>
        <source>instruction {0} ({1}) has {2} attributes, but takes {3}</source>
        <translation>指令 {0}（{1}）有 {2} 个属性，而它应有 {3} 个</translation>
    </message>
    <message>
        <source>instruction {0} ({1}) has an index map that cannot be read: {2}</source>
        <translation>指令 {0}（{1}）的索引映射无法读取：{2}</translation>
    </message>
    <message>
        <source>step {0} ({1}) returned {2} results where the trace has {3}</source>
        <translation>步骤 {0}（{1}）返回了 {2} 个结果，而轨迹中有 {3} 个</translation>
    </message>
    <message>
        <source>{0} of the earlier program has no counterpart in this one</source>
        <translation>先前程序的 {0} 在此程序中没有对应项</translation>
    </message>
    <message>
        <source>line {0} of the tuning database is not a record: {1}</source>
        <translation>调优数据库的第 {0} 行不是记录：{1}</translation>
    </message>
    <message>
        <source>none of the {0} records of the tuning database has a measured time</source>
        <translation>调优数据库的 {0} 条记录都没有测得的时间</translation>
    </message>
    <message>
        <source>LLVM text</source>
        <translation>LLVM 文本</translation>
    </message>
    <message>
        <source>C++ text</source>
        <translation>C++ 文本</translation>
    </message>
    <message>
        <source>export an object file or a library instead: LLVM compiles those</source>
        <translation>改为导出目标文件或库：它们由 LLVM 生成</translation>
    </message>
    <message>
        <source>it updates vectors</source>
        <translation>它是对向量的更新</translation>
    </message>
    <message>
        <source>atomic updates are 32 or 64 bits wide</source>
        <translation>原子更新的宽度为 32 或 64 位</translation>
    </message>
    <message>
        <source>it reads other elements of the buffer</source>
        <translation>它读取该缓冲区的其他元素</translation>
    </message>
    <message>
        <source>leave out atomic, or use rfactor</source>
        <translation>去掉 atomic，或使用 rfactor</translation>
    </message>
    <message>
        <source>cast the argument to float32 first</source>
        <translation>先把参数转换为 float32</translation>
    </message>
    <message>
        <source>reinterpret it as an integer first</source>
        <translation>先用 reinterpret 将它视为整数</translation>
    </message>
    <message>
        <source>do not vectorize the loop around it</source>
        <translation>不要向量化包围它的循环</translation>
    </message>
    <message>
        <source>use 8, 16, 32 or 64 bits</source>
        <translation>使用 8、16、32 或 64 位</translation>
    </message>
    <message>
        <source>index it with scalars</source>
        <translation>用标量作为它的索引</translation>
    </message>
    <message>
        <source>run the lowering passes first</source>
        <translation>先执行 lowering 的各个 pass</translation>
    </message>
    <message>
        <source>remove the binding</source>
        <translation>去掉绑定</translation>
    </message>
    <message>
        <source>vectorize with fewer lanes, or report this program</source>
        <translation>以更少的通道向量化，或报告此程序</translation>
    </message>
    <message>
        <source>unroll or vectorize fewer loops: the expanded code is too large</source>
        <translation>减少展开或向量化的循环：展开后的代码过大</translation>
    </message>
    <message>
        <source>this target does not emit object files</source>
        <translation>此目标不生成目标文件</translation>
    </message>
    <message>
        <source>this target does not emit assembly</source>
        <translation>此目标不生成汇编</translation>
    </message>
    <message>
        <source>LLVM gave no reason</source>
        <translation>LLVM 未说明原因</translation>
    </message>
    <message>
        <source>write it with the functions of T, for example T.exp, or run it on the cpu</source>
        <translation>用 T 的函数（例如 T.exp）来写，或在 cpu 上运行</translation>
    </message>
    <message>
        <source>write LLVM's name, for example "llvm.x86.avx512.vpdpbusd.512"</source>
        <translation>写出 LLVM 的名称，例如 "llvm.x86.avx512.vpdpbusd.512"</translation>
    </message>
    <message>
        <source>see LLVM's language reference for the types of its arguments</source>
        <translation>其参数的类型见 LLVM 的参考手册</translation>
    </message>
    <message>
        <source>choose another target, or call a C function by T.call_extern</source>
        <translation>选择其他目标，或用 T.call_extern 调用 C 函数</translation>
    </message>
    <message>
        <source>define it with a loop, a let, a parameter or a buffer's shape</source>
        <translation>用循环、let、参数或缓冲区的形状来绑定它</translation>
    </message>
    <message>
        <source>remove the binding, or choose a gpu target</source>
        <translation>去掉绑定，或选择 gpu 目标</translation>
    </message>
    <message>
        <source>choose a gpu target</source>
        <translation>选择 gpu 目标</translation>
    </message>
    <message>
        <source>it ended without a message</source>
        <translation>它没有给出任何信息就结束了</translation>
    </message>
    <message>
        <source>LLVM code</source>
        <translation>LLVM 代码</translation>
    </message>
    <message>
        <source>C++ code</source>
        <translation>C++ 代码</translation>
    </message>
    <message>
        <source>C code</source>
        <translation>C 代码</translation>
    </message>
    <message>
        <source> line)</source>
        <translation> 行)</translation>
    </message>
    <message>
        <source> lines)</source>
        <translation> 行)</translation>
    </message>
    <message>
        <source>it wrote no output</source>
        <translation>它没有写出任何内容</translation>
    </message>
    <message>
        <source>install the package clang-19</source>
        <translation>安装软件包 clang-19</translation>
    </message>
    <message>
        <source>choose another intrinsic for this target</source>
        <translation>为此目标选择另一个内建指令</translation>
    </message>
    <message>
        <source>`lw devices` lists what this machine has; leave out the tensorize step here</source>
        <translation>`lw devices` 列出本机所支持的内容；在此去掉 tensorize 步骤</translation>
    </message>
    <message>
        <source>initialise them with constants</source>
        <translation>用常量初始化它们</translation>
    </message>
    <message>
        <source>rename one of them</source>
        <translation>重命名其中之一</translation>
    </message>
    <message>
        <source>dtype= gives the result type; pointers are handles, int is int32, float is float32</source>
        <translation>结果类型由 dtype= 指定；指针为 handle，int 为 int32，float 为 float32</translation>
    </message>
    <message>
        <source>it does not match the kernel</source>
        <translation>它与内核不匹配</translation>
    </message>
    <message>
        <source>read it first; `lw ... --allow-c` allows it, and the window asks before a run</source>
        <translation>请先阅读它；`lw ... --allow-c` 可允许它，窗口则会在运行前询问</translation>
    </message>
    <message>
        <source>set TMPDIR to a writable folder</source>
        <translation>将 TMPDIR 设为可写入的文件夹</translation>
    </message>
    <message>
        <source>install gcc or clang, or export an object</source>
        <translation>安装 gcc 或 clang，或改为导出目标文件</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>known: sm_70, sm_75, sm_80, sm_86, sm_89, sm_90</source>
        <translation>已知的有：sm_70、sm_75、sm_80、sm_86、sm_89、sm_90</translation>
    </message>
    <message>
        <source>this target does not emit text</source>
        <translation>此目标不生成文本</translation>
    </message>
    <message>
        <source>install the CUDA toolkit's ptxas and nvdisasm; PTX is shown without them</source>
        <translation>安装 CUDA 工具包的 ptxas 和 nvdisasm；没有它们时显示 PTX</translation>
    </message>
    <message>
        <source>install one of them from the CUDA toolkit; PTX is shown without them</source>
        <translation>从 CUDA 工具包安装其中之一；没有它们时显示 PTX</translation>
    </message>
    <message>
        <source>a store</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>a load</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>put a barrier between the accesses, or let every thread access elements of its own</source>
        <translation>在两者之间放置屏障，或让每个线程访问各自的元素</translation>
    </message>
    <message>
        <source>let one block write and read the element, or divide the work into two kernels</source>
        <translation>让同一个线程块写入并读取该元素，或把工作分成两个内核</translation>
    </message>
    <message>
        <source>write it first, in this kernel or an earlier one</source>
        <translation>先写入它，在此内核中或在之前的内核中</translation>
    </message>
    <message>
        <source>wait for the copy first; other threads need a barrier after the wait</source>
        <translation>先等待复制完成；其他线程在此之后还需要屏障</translation>
    </message>
    <message>
        <source>has finished</source>
        <translation>已执行完毕</translation>
    </message>
    <message>
        <source>let all threads of a block reach the same barriers: put them outside of conditions and loops that depend on threadIdx</source>
        <translation>让线程块的所有线程都到达相同的屏障：把屏障放在依赖于 threadIdx 的条件和循环之外</translation>
    </message>
    <message>
        <source>the interpreter runs TIR only; compile for a target to call it</source>
        <translation>解释器只运行 TIR；要调用它，请为某个目标编译</translation>
    </message>
    <message>
        <source>run it with smaller sizes</source>
        <translation>用更小的尺寸运行</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>一个数组</translation>
    </message>
    <message>
        <source>there are no more</source>
        <translation>没有更多设备</translation>
    </message>
    <message>
        <source>the list of devices cannot be read</source>
        <translation>设备列表无法读取</translation>
    </message>
    <message>
        <source>`lw devices` lists what is here; `--target gpu-emulator` runs anywhere</source>
        <translation>`lw devices` 列出此处可用的设备；`--target gpu-emulator` 在任何地方都能运行</translation>
    </message>
    <message>
        <source>name the arrays as the function names its buffers</source>
        <translation>按函数中缓冲区的名称命名数组</translation>
    </message>
    <message>
        <source>there is no such target</source>
        <translation>没有此目标</translation>
    </message>
    <message>
        <source>choose --target cuda or --target opencl</source>
        <translation>选择 --target cuda 或 --target opencl</translation>
    </message>
    <message>
        <source>run `lw devices` for a list</source>
        <translation>运行 `lw devices` 可得到列表</translation>
    </message>
    <message>
        <source>the outputs are incomplete</source>
        <translation>输出不完整</translation>
    </message>
    <message>
        <source>copying lw-runner</source>
        <translation>复制 lw-runner</translation>
    </message>
    <message>
        <source>an array has an impossible size</source>
        <translation>有数组的大小不合理</translation>
    </message>
    <message>
        <source>the values of an array come from an impossible range</source>
        <translation>有数组的取值范围不合理</translation>
    </message>
    <message>
        <source>the step {1} between the results of array '{0}' is not possible</source>
        <translation>数组 '{0}' 的结果间隔 {1} 不可能</translation>
    </message>
    <message>
        <source>`lw export FILE --format package -o NAME.lwpkg` writes one</source>
        <translation>`lw export FILE --format package -o NAME.lwpkg` 可写出内核包</translation>
    </message>
    <message>
        <source>the description is incomplete</source>
        <translation>描述不完整</translation>
    </message>
    <message>
        <source>in a function that the kernel called</source>
        <translation>位于内核所调用的函数中</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>它没有说明原因</translation>
    </message>
    <message>
        <source>past the end</source>
        <translation>末尾之后</translation>
    </message>
    <message>
        <source>before the start</source>
        <translation>起点之前</translation>
    </message>
    <message>
        <source>the device cannot be used</source>
        <translation>设备无法使用</translation>
    </message>
    <message>
        <source>a copy to the device</source>
        <translation>复制到设备</translation>
    </message>
    <message>
        <source>a copy from the device</source>
        <translation>从设备复制</translation>
    </message>
    <message>
        <source>the kernels</source>
        <translation>这些内核</translation>
    </message>
    <message>
        <source>kernels for cuda run where NVIDIA's driver is installed; `--target gpu-emulator` runs anywhere</source>
        <translation>cuda 内核只能在装有 NVIDIA 驱动之处运行；`--target gpu-emulator` 在任何地方都能运行</translation>
    </message>
    <message>
        <source>it is shorter than its header</source>
        <translation>它比自身的文件头还短</translation>
    </message>
    <message>
        <source>it is not relocatable</source>
        <translation>它不可重定位</translation>
    </message>
    <message>
        <source>it is not an ELF file</source>
        <translation>它不是 ELF 文件</translation>
    </message>
    <message>
        <source>a machine other than x86-64</source>
        <translation>x86-64 以外的机器</translation>
    </message>
    <message>
        <source>its section table extends beyond the file</source>
        <translation>其节表超出了文件</translation>
    </message>
    <message>
        <source>a section extends beyond the file</source>
        <translation>有一个节超出了文件</translation>
    </message>
    <message>
        <source>its symbol table extends beyond the file</source>
        <translation>其符号表超出了文件</translation>
    </message>
    <message>
        <source>check the name in T.call_extern, or give the library that defines it</source>
        <translation>检查 T.call_extern 中的名称，或给出定义它的库</translation>
    </message>
    <message>
        <source>relocations without addends</source>
        <translation>不带加数的重定位</translation>
    </message>
    <message>
        <source>a relocation table extends beyond the file</source>
        <translation>有一个重定位表超出了文件</translation>
    </message>
    <message>
        <source>a relocation is outside of its section</source>
        <translation>有一个重定位位于其节之外</translation>
    </message>
    <message>
        <source>a member of the archive has no header</source>
        <translation>归档中有一个成员没有头部</translation>
    </message>
    <message>
        <source>a member of the archive extends beyond the file</source>
        <translation>归档中有一个成员超出了文件</translation>
    </message>
    <message>
        <source>use float32</source>
        <translation>使用 float32</translation>
    </message>
    <message>
        <source>: no memory on the device</source>
        <translation>：设备上没有可用内存</translation>
    </message>
    <message>
        <source>: out of resources</source>
        <translation>：资源不足</translation>
    </message>
    <message>
        <source>: blocks of this size are not possible for this kernel</source>
        <translation>：此内核不能使用这种大小的线程块</translation>
    </message>
    <message>
        <source>install an OpenCL driver; on Debian, pocl-opencl-icd makes the cpu a device</source>
        <translation>安装 OpenCL 驱动；在 Debian 上，pocl-opencl-icd 可使 cpu 成为设备</translation>
    </message>
    <message>
        <source>export it again for this device</source>
        <translation>为此设备重新导出</translation>
    </message>
    <message>
        <source>its answer is not JSON</source>
        <translation>其回答不是 JSON</translation>
    </message>
    <message>
        <source>allow more time, or look for a loop that does not end</source>
        <translation>允许更长的时间，或检查是否有不会结束的循环</translation>
    </message>
    <message>
        <source>lw-runner is installed beside lw and loopwright; $LW_RUNNER names another path</source>
        <translation>lw-runner 与 lw 和 loopwright 安装在同一位置；$LW_RUNNER 可指定其他路径</translation>
    </message>
    <message>
        <source>the search for devices</source>
        <translation>设备查找</translation>
    </message>
    <message>
        <source>on the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>the measurement of the machine's peaks</source>
        <translation>本机峰值的测量</translation>
    </message>
    <message>
        <source>its answer is incomplete</source>
        <translation>其回答不完整</translation>
    </message>
    <message>
        <source>kernels are loaded as x86-64 code, and this machine has another architecture</source>
        <translation>内核以 x86-64 代码加载，而本机是另一种架构</translation>
    </message>
    <message>
        <source>libcuda.so.1 is there, but is not an NVIDIA driver</source>
        <translation>有 libcuda.so.1，但它不是 NVIDIA 驱动</translation>
    </message>
    <message>
        <source>the NVIDIA driver finds no device</source>
        <translation>NVIDIA 驱动没有找到设备</translation>
    </message>
    <message>
        <source>no OpenCL driver is installed; pocl-opencl-icd makes the cpu a device</source>
        <translation>没有 OpenCL 驱动；pocl-opencl-icd 可使 cpu 成为设备</translation>
    </message>
    <message>
        <source>write uniform, positive, tenths, integers, zeros, or LOW..HIGH</source>
        <translation>请写 uniform、positive、tenths、integers、zeros 或 LOW..HIGH</translation>
    </message>
    <message>
        <source>give sizes that are not negative</source>
        <translation>给出非负的大小</translation>
    </message>
    <message>
        <source>give smaller sizes</source>
        <translation>给出更小的大小</translation>
    </message>
    <message>
        <source>give it a buffer with T.match_buffer</source>
        <translation>用 T.match_buffer 为它给出缓冲区</translation>
    </message>
    <message>
        <source>remove the repetition: both would share one memory</source>
        <translation>去掉重复：两者会共用同一块内存</translation>
    </message>
    <message>
        <source>write for example: # challenge: 20x start, 12 steps</source>
        <translation>例如写：# challenge: 20x start, 12 steps</translation>
    </message>
    <message>
        <source>an IndexMap</source>
        <translation>一个 IndexMap</translation>
    </message>
    <message>
        <source>an IndexMap with initial_indices and final_indices</source>
        <translation>带有 initial_indices 和 final_indices 的 IndexMap</translation>
    </message>
    <message>
        <source>a variable</source>
        <translation>一个变量</translation>
    </message>
    <message>
        <source>an expression</source>
        <translation>一个表达式</translation>
    </message>
    <message>
        <source>a node with fields</source>
        <translation>带有字段的节点</translation>
    </message>
    <message>
        <source>after the nodes that it refers to</source>
        <translation>排在其所引用节点之后的节点</translation>
    </message>
    <message>
        <source>of a known type</source>
        <translation>类型已知的节点</translation>
    </message>
    <message>
        <source>a variable with a name</source>
        <translation>有名称的变量</translation>
    </message>
    <message>
        <source>of operands of one type</source>
        <translation>操作数类型相同的节点</translation>
    </message>
    <message>
        <source>a call of expressions</source>
        <translation>以表达式为参数的调用</translation>
    </message>
    <message>
        <source>part of an object with root_index and nodes</source>
        <translation>带有 root_index 和 nodes 的对象的一部分</translation>
    </message>
    <message>
        <source>the trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>a list of instructions and a list of decisions</source>
        <translation>一个指令列表和一个决策列表</translation>
    </message>
    <message>
        <source>`lw primitives` lists what is known</source>
        <translation>`lw primitives` 列出已知的种类</translation>
    </message>
    <message>
        <source>a name such as "l3"</source>
        <translation>形如 "l3" 的名称</translation>
    </message>
    <message>
        <source>it does not parse</source>
        <translation>它无法解析</translation>
    </message>
    <message>
        <source>the trace was made for another program</source>
        <translation>该轨迹是为另一个程序生成的</translation>
    </message>
    <message>
        <source>the value </source>
        <translation>值 </translation>
    </message>
    <message>
        <source>an earlier step that made it no longer applies</source>
        <translation>生成它的先前步骤已不再适用</translation>
    </message>
    <message>
        <source>it should be [workload, [trace, seconds, target, arguments]]</source>
        <translation>它应为 [workload, [trace, seconds, target, arguments]]</translation>
    </message>
    <message>
        <source>keep only the line of the record to import</source>
        <translation>只保留所需记录的那一行</translation>
    </message>
    <message>
        <source>this statement is not allowed at the top level of a file</source>
        <translation>该语句不能写在源文件的顶层</translation>
    </message>
    <message>
        <source>accepted are imports, constants, @T.prim_func, @I.ir_module, functions and TensorIntrin.register(...)</source>
        <translation>可以写的有 import、常量、@T.prim_func、@I.ir_module、函数和 TensorIntrin.register(...)</translation>
    </message>
    <message>
        <source>TensorIntrin.register takes a name and two functions of this file that are marked @T.prim_func</source>
        <translation>TensorIntrin.register 需要一个名称，以及本文件中两个标有 @T.prim_func 的函数</translation>
    </message>
    <message>
        <source>write TensorIntrin.register("name", desc, impl)</source>
        <translation>请写 TensorIntrin.register("name", desc, impl)</translation>
    </message>
    <message>
        <source>desc says what impl computes, on the same parameters</source>
        <translation>desc 说明 impl 计算什么，两者的参数相同</translation>
    </message>
    <message>
        <source> is not known</source>
        <translation> 是未知的</translation>
    </message>
    <message>
        <source>accepted are @T.prim_func and, for classes, @I.ir_module</source>
        <translation>可用的是 @T.prim_func，类则用 @I.ir_module</translation>
    </message>
    <message>
        <source>write @T.prim_func above it</source>
        <translation>在它上方写 @T.prim_func</translation>
    </message>
    <message>
        <source>write @I.ir_module above it</source>
        <translation>在它上方写 @I.ir_module</translation>
    </message>
    <message>
        <source>this statement is not allowed in a module</source>
        <translation>该语句不能写在模块中</translation>
    </message>
    <message>
        <source>a module holds functions</source>
        <translation>模块由函数组成</translation>
    </message>
    <message>
        <source>mark the program with @T.prim_func</source>
        <translation>用 @T.prim_func 标记程序</translation>
    </message>
    <message>
        <source>save the file as UTF-8</source>
        <translation>将文件保存为 UTF-8</translation>
    </message>
    <message>
        <source>the end of the line</source>
        <translation>行尾</translation>
    </message>
    <message>
        <source>a deeper indentation</source>
        <translation>更深的缩进</translation>
    </message>
    <message>
        <source>the end of the block</source>
        <translation>代码块的末尾</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文本末尾</translation>
    </message>
    <message>
        <source>name a part and use the name</source>
        <translation>给其中一部分命名，再使用该名称</translation>
    </message>
    <message>
        <source>name a part of it and use the name</source>
        <translation>给其中一部分命名，再使用该名称</translation>
    </message>
    <message>
        <source>parameters collected by ** are not part of the accepted language</source>
        <translation>由 ** 收集的参数不属于所支持的语言</translation>
    </message>
    <message>
        <source>the name of a parameter</source>
        <translation>参数名</translation>
    </message>
    <message>
        <source>to close the call</source>
        <translation>以结束调用</translation>
    </message>
    <message>
        <source>an index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>to close the index</source>
        <translation>以结束索引</translation>
    </message>
    <message>
        <source>to close the bracket</source>
        <translation>以结束括号</translation>
    </message>
    <message>
        <source>to close the list</source>
        <translation>以结束列表</translation>
    </message>
    <message>
        <source>to close the map</source>
        <translation>以结束字典</translation>
    </message>
    <message>
        <source>a comprehension may have only one `for`</source>
        <translation>推导式只能有一个 `for`</translation>
    </message>
    <message>
        <source>nest two comprehensions or write a loop</source>
        <translation>嵌套两个推导式，或写成循环</translation>
    </message>
    <message>
        <source>the end of the expression</source>
        <translation>表达式的末尾</translation>
    </message>
    <message>
        <source>add the matching closing bracket</source>
        <translation>补上与之配对的右括号</translation>
    </message>
    <message>
        <source>this indentation matches no outer block</source>
        <translation>此缩进与任何外层代码块都不一致</translation>
    </message>
    <message>
        <source>indent the line like the other lines of its block</source>
        <translation>使该行与上方同属一个代码块的行缩进一致</translation>
    </message>
    <message>
        <source>this string is never closed</source>
        <translation>此字符串没有闭合</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>将其删除</translation>
    </message>
    <message>
        <source>the largest is 9223372036854775807</source>
        <translation>最大值为 9223372036854775807</translation>
    </message>
    <message>
        <source>this '{' of the f-string is never closed</source>
        <translation>f-string 中的这个 '{' 没有闭合</translation>
    </message>
    <message>
        <source>an f-string needs an expression between '{' and '}'</source>
        <translation>f-string 的 '{' 与 '}' 之间需要表达式</translation>
    </message>
    <message>
        <source>a single '}' in an f-string</source>
        <translation>f-string 中有单独的 '}'</translation>
    </message>
    <message>
        <source>this line is indented more than its block</source>
        <translation>该行的缩进比其所在的代码块更深</translation>
    </message>
    <message>
        <source>align it with the line above, or end that line with ':' if a block starts here</source>
        <translation>与上一行对齐；若从此处开始一个代码块，请在上一行末尾写 ':'</translation>
    </message>
    <message>
        <source>`else` has no `if` before it</source>
        <translation>`else` 之前没有 `if`</translation>
    </message>
    <message>
        <source>align it with its `if`</source>
        <translation>与其 `if` 对齐</translation>
    </message>
    <message>
        <source>add ':'</source>
        <translation>补上 ':'</translation>
    </message>
    <message>
        <source>indent the body, or write `pass`</source>
        <translation>缩进主体，或写 `pass`</translation>
    </message>
    <message>
        <source>the name of the instruction</source>
        <translation>指令的名称</translation>
    </message>
    <message>
        <source>the name of the function</source>
        <translation>函数名</translation>
    </message>
    <message>
        <source>to close the parameters</source>
        <translation>以结束参数列表</translation>
    </message>
    <message>
        <source>the name of the class</source>
        <translation>类名</translation>
    </message>
    <message>
        <source>to close the bases</source>
        <translation>以结束基类列表</translation>
    </message>
    <message>
        <source>nothing can be assigned to this expression</source>
        <translation>不能给该表达式赋值</translation>
    </message>
    <message>
        <source>to compare two values write '=='</source>
        <translation>比较两个值请写 '=='</translation>
    </message>
    <message>
        <source>the name of the block</source>
        <translation>块名</translation>
    </message>
    <message>
        <source>write T.reads(...) and T.writes(...)</source>
        <translation>请写出 T.reads(...) 和 T.writes(...)</translation>
    </message>
    <message>
        <source>T.func_attr must be directly in the function</source>
        <translation>T.func_attr 必须直接写在函数中</translation>
    </message>
    <message>
        <source>T.func_attr needs one map</source>
        <translation>T.func_attr 需要一个字典</translation>
    </message>
    <message>
        <source>T.init() must be used as `with T.init():`</source>
        <translation>T.init() 须写成 `with T.init():`</translation>
    </message>
    <message>
        <source>move it under its `with T.block(...)`</source>
        <translation>将其移到所属的 `with T.block(...)` 之下</translation>
    </message>
    <message>
        <source>this block already has a T.where</source>
        <translation>该块已有 T.where</translation>
    </message>
    <message>
        <source>join the conditions with `and`</source>
        <translation>用 `and` 连接各条件</translation>
    </message>
    <message>
        <source>T.where needs one condition</source>
        <translation>T.where 需要一个条件</translation>
    </message>
    <message>
        <source>T.axis must be directly in a block</source>
        <translation>T.axis 必须直接写在块中</translation>
    </message>
    <message>
        <source>the domain of an axis is an extent or (first, end)</source>
        <translation>轴的定义域写作长度或 (first, end)</translation>
    </message>
    <message>
        <source>the domain of an axis must be of integers</source>
        <translation>轴的定义域必须由整数给出</translation>
    </message>
    <message>
        <source>the kinds of the axes</source>
        <translation>各轴的种类</translation>
    </message>
    <message>
        <source>T.axis.remap needs a list of loop variables</source>
        <translation>T.axis.remap 需要由循环变量组成的列表</translation>
    </message>
    <message>
        <source>T.axis.remap takes variables of loops only</source>
        <translation>T.axis.remap 只接受循环变量</translation>
    </message>
    <message>
        <source>use T.axis.spatial(extent, value) or T.axis.reduce(extent, value)</source>
        <translation>用 T.axis.spatial(extent, value) 或 T.axis.reduce(extent, value)</translation>
    </message>
    <message>
        <source>the size of a dimension is negative</source>
        <translation>维度的大小为负数</translation>
    </message>
    <message>
        <source>data= needs a pointer, such as B.data</source>
        <translation>data= 需要指针，例如 B.data</translation>
    </message>
    <message>
        <source>strides= needs a tuple</source>
        <translation>strides= 需要元组</translation>
    </message>
    <message>
        <source>T.Buffer needs a shape</source>
        <translation>T.Buffer 需要形状</translation>
    </message>
    <message>
        <source>T.match_buffer needs a handle or a region, and a shape</source>
        <translation>T.match_buffer 需要句柄或区域，以及形状</translation>
    </message>
    <message>
        <source>the parameter to match must be a T.handle</source>
        <translation>要匹配的参数必须是 T.handle</translation>
    </message>
    <message>
        <source>a region can be matched only directly in a block</source>
        <translation>区域只能直接在块中匹配</translation>
    </message>
    <message>
        <source>T.env_thread needs the name of the thread</source>
        <translation>T.env_thread 需要线程的名称</translation>
    </message>
    <message>
        <source>this allocation has no name</source>
        <translation>该分配没有名称</translation>
    </message>
    <message>
        <source>this buffer has no name</source>
        <translation>该缓冲区没有名称</translation>
    </message>
    <message>
        <source>the name of the attribute</source>
        <translation>属性名</translation>
    </message>
    <message>
        <source>the number of threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source> arguments, </source>
        <translation> 个参数，给出了 </translation>
    </message>
    <message>
        <source> argument, </source>
        <translation> 个参数，给出了 </translation>
    </message>
    <message>
        <source>write the access with []</source>
        <translation>用 [] 写出访问</translation>
    </message>
    <message>
        <source>the access must be "r", "w" or "rw"</source>
        <translation>访问方式必须为 "r"、"w" 或 "rw"</translation>
    </message>
    <message>
        <source>there is no arithmetic on pointers</source>
        <translation>指针不能进行算术运算</translation>
    </message>
    <message>
        <source>T.Let takes a body and one variable</source>
        <translation>T.Let 需要一个主体和一个变量</translation>
    </message>
    <message>
        <source>T.Let needs a variable</source>
        <translation>T.Let 需要变量</translation>
    </message>
    <message>
        <source>x = T.int32() before it</source>
        <translation>在它之前写 x = T.int32()</translation>
    </message>
    <message>
        <source>the number of lanes</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>calls of {0} are nested more than {1} deep</source>
        <translation>对 {0} 的调用嵌套超过 {1} 层</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>没有任何输入</translation>
    </message>
    <message>
        <source>its inputs are {0}</source>
        <translation>它的输入有 {0}</translation>
    </message>
    <message>
        <source>its sizes and scalar parameters are {0}</source>
        <translation>它的大小和标量参数有 {0}</translation>
    </message>
    <message>
        <source>its sizes are numbers, and it has no scalar parameters</source>
        <translation>它的大小都是数字，也没有标量参数</translation>
    </message>
    <message>
        <source>store fewer lanes</source>
        <translation>减少写入的通道数</translation>
    </message>
    <message>
        <source>load fewer lanes</source>
        <translation>减少读取的通道数</translation>
    </message>
    <message>
        <source>choose a value by T.if_then_else(condition, a, b)</source>
        <translation>用 T.if_then_else(condition, a, b) 选取值</translation>
    </message>
    <message>
        <source>iterate over a list or a range of numbers</source>
        <translation>请遍历列表或由数字给出的 range</translation>
    </message>
    <message>
        <source>use assignments, if, for, while, assert and return</source>
        <translation>可以使用赋值、if、for、while、assert 和 return</translation>
    </message>
    <message>
        <source>end the recursion by a condition</source>
        <translation>用条件使递归结束</translation>
    </message>
    <message>
        <source>assign a part of it in the program</source>
        <translation>在程序中先把其中一部分赋给一个变量</translation>
    </message>
    <message>
        <source>compute the values once, as constants</source>
        <translation>把这些值作为常数，只计算一次</translation>
    </message>
    <message>
        <source>the statement has no meaning in a function that is called while a program is read</source>
        <translation>该语句不能出现在读取程序时所调用的函数中</translation>
    </message>
    <message>
        <source>the loop iterates over something that is not known while the program is read</source>
        <translation>循环所遍历的内容在读取程序时尚不能确定</translation>
    </message>
    <message>
        <source>the condition is known only when the program runs</source>
        <translation>该条件到程序运行时才能确定</translation>
    </message>
    <message>
        <source>the expression is too large</source>
        <translation>表达式过大</translation>
    </message>
    <message>
        <source>functions that are called while the program is read take too long</source>
        <translation>读取程序时所调用的函数运行过久</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}</source>
        <translation>{0}，第 {1} 行：{2}</translation>
    </message>
    <message>
        <source>the key of a map</source>
        <translation>字典的键</translation>
    </message>
    <message>
        <source>types are written "float32", "int8", "bool", "float32x4" ...</source>
        <translation>类型写作 "float32"、"int8"、"bool"、"float32x4" 等</translation>
    </message>
    <message>
        <source>known are data, elem_offset, strides, shape, dtype, scope() and access_ptr()</source>
        <translation>可用的有 data、elem_offset、strides、shape、dtype、scope() 和 access_ptr()</translation>
    </message>
    <message>
        <source>the start of a slice</source>
        <translation>切片的起点</translation>
    </message>
    <message>
        <source>the end of a slice</source>
        <translation>切片的终点</translation>
    </message>
    <message>
        <source>a masked store of lanes that have no expressions of their own</source>
        <translation>按掩码写入各通道没有单独表达式的向量</translation>
    </message>
    <message>
        <source>store the elements in a loop, each under its condition</source>
        <translation>用循环逐个写入元素，各自带条件</translation>
    </message>
    <message>
        <source>the step of a loop</source>
        <translation>循环的步长</translation>
    </message>
    <message>
        <source>the step of a slice</source>
        <translation>切片的步长</translation>
    </message>
    <message>
        <source>a slice with a step needs a constant, positive length and step</source>
        <translation>带步长的切片，其长度和步长必须是正的常数</translation>
    </message>
    <message>
        <source>a vector has at most 4096 lanes</source>
        <translation>向量最多有 4096 个通道</translation>
    </message>
    <message>
        <source>a slice that is used as a value needs a constant length from 1 to 4096</source>
        <translation>作为值使用的切片，其长度必须是 1 到 4096 之间的常数</translation>
    </message>
    <message>
        <source>a pointer cannot be negated</source>
        <translation>指针不能取负</translation>
    </message>
    <message>
        <source>division by zero: {0} {1} {2}</source>
        <translation>除以零：{0} {1} {2}</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>{0} cannot be raised to the negative power {1}</source>
        <translation>{0} 不能取负次幂 {1}</translation>
    </message>
    <message>
        <source>{0} is not an integer</source>
        <translation>{0} 不是整数</translation>
    </message>
    <message>
        <source>{0} {1} {2}: the shift count is negative</source>
        <translation>{0} {1} {2}：移位的位数为负</translation>
    </message>
    <message>
        <source>nan has no integer value</source>
        <translation>nan 没有对应的整数</translation>
    </message>
    <message>
        <source>{0} has no integer value</source>
        <translation>{0} 没有对应的整数</translation>
    </message>
    <message>
        <source>{0} ** {1} is a complex number, which is not supported</source>
        <translation>{0} ** {1} 的结果是复数，这里不支持复数</translation>
    </message>
    <message>
        <source>{0} ** {1} is too large for a float</source>
        <translation>{0} ** {1} 超出浮点数的范围</translation>
    </message>
    <message>
        <source>round({0}, {1}) is too large for a float</source>
        <translation>round({0}, {1}) 超出浮点数的范围</translation>
    </message>
    <message>
        <source>round({0}, {1}) does not fit into 64 bits</source>
        <translation>round({0}, {1}) 超出 64 位的范围</translation>
    </message>
    <message>
        <source>use integers</source>
        <translation>用整数</translation>
    </message>
    <message>
        <source>'/' of integers is ambiguous</source>
        <translation>整数之间的 '/' 有歧义</translation>
    </message>
    <message>
        <source>write // to round down, or T.truncdiv to round to zero</source>
        <translation>向下取整请写 //，向零取整请写 T.truncdiv</translation>
    </message>
    <message>
        <source>'@' is not supported in a prim_func</source>
        <translation>prim_func 不支持 '@'</translation>
    </message>
    <message>
        <source>write the loops</source>
        <translation>请写出循环</translation>
    </message>
    <message>
        <source>a prim_func does not support `in` and `is`</source>
        <translation>prim_func 不支持 `in` 和 `is`</translation>
    </message>
    <message>
        <source>a prim_func cannot have variable parameters</source>
        <translation>prim_func 不能有可变参数</translation>
    </message>
    <message>
        <source>parameters of a prim_func cannot have default values</source>
        <translation>prim_func 的参数不能有默认值</translation>
    </message>
    <message>
        <source>this is not the type of a parameter</source>
        <translation>这不是参数的类型</translation>
    </message>
    <message>
        <source>use T.Buffer(shape, dtype), T.handle, or a scalar type such as T.int32</source>
        <translation>用 T.Buffer(shape, dtype)、T.handle，或标量类型，例如 T.int32</translation>
    </message>
    <message>
        <source>put the condition into a while loop</source>
        <translation>把条件写入 while 循环</translation>
    </message>
    <message>
        <source>use `if` around the rest of the body</source>
        <translation>用 `if` 包住主体的其余部分</translation>
    </message>
    <message>
        <source>a function inside a prim_func is not supported</source>
        <translation>不支持 prim_func 内的函数</translation>
    </message>
    <message>
        <source>a class inside a prim_func is not supported</source>
        <translation>不支持 prim_func 内的类</translation>
    </message>
    <message>
        <source>write the store as an assignment</source>
        <translation>把存储写成赋值</translation>
    </message>
    <message>
        <source>this expression has no effect</source>
        <translation>该表达式没有效果</translation>
    </message>
    <message>
        <source>assign it, or pass it to T.evaluate</source>
        <translation>将其赋给变量，或传给 T.evaluate</translation>
    </message>
    <message>
        <source>nothing can be assigned to this in a prim_func</source>
        <translation>在 prim_func 中不能给它赋值</translation>
    </message>
    <message>
        <source>only a name can have a type</source>
        <translation>只有名称才能带类型</translation>
    </message>
    <message>
        <source>use range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding</source>
        <translation>用 range、T.grid、T.serial、T.parallel、T.vectorized、T.unroll 或 T.thread_binding</translation>
    </message>
    <message>
        <source>the extent of a loop</source>
        <translation>循环的长度</translation>
    </message>
    <message>
        <source>T.grid needs at least one extent</source>
        <translation>T.grid 至少需要一个长度</translation>
    </message>
    <message>
        <source>a loop of a prim_func cannot iterate over this</source>
        <translation>prim_func 的循环不能遍历它</translation>
    </message>
    <message>
        <source>the step of a loop cannot be 0</source>
        <translation>循环的步长不能为 0</translation>
    </message>
    <message>
        <source>loop {0} contains `break` or `continue`, and steps do not follow such a jump</source>
        <translation>循环 {0} 含有 `break` 或 `continue`，变换步骤不处理这种跳转</translation>
    </message>
    <message>
        <source>write the condition as `if` around the rest of the body, or as the condition of a while loop</source>
        <translation>把条件写成包住循环体其余部分的 `if`，或写成 while 循环的条件</translation>
    </message>
    <message>
        <source>only the body of a loop can use `break` and `continue`</source>
        <translation>只有循环体中可以使用 `break` 和 `continue`</translation>
    </message>
    <message>
        <source>write a step that is not 0</source>
        <translation>写一个不为 0 的步长</translation>
    </message>
    <message>
        <source>write @T.inline above it</source>
        <translation>在其上方写 @T.inline</translation>
    </message>
    <message>
        <source>an inline function cannot call itself</source>
        <translation>内联函数不能调用自身</translation>
    </message>
    <message>
        <source>write the name of a size, or an expression</source>
        <translation>写一个大小的名称或表达式</translation>
    </message>
    <message>
        <source>a buffer with a layout</source>
        <translation>带布局的缓冲区</translation>
    </message>
    <message>
        <source>the predicate has type {0}, but {1} lanes are accessed</source>
        <translation>谓词的类型是 {0}，而访问的通道数是 {1}</translation>
    </message>
    <message>
        <source>state its strides instead of a layout</source>
        <translation>写明其步长（strides）而不是布局</translation>
    </message>
    <message>
        <source>state strides instead of a layout</source>
        <translation>写明步长（strides）而不是布局</translation>
    </message>
    <message>
        <source>a part of the message</source>
        <translation>消息的一部分</translation>
    </message>
    <message>
        <source>there is no loop around this statement to leave</source>
        <translation>此语句外没有可离开的循环</translation>
    </message>
    <message>
        <source>a loop whose iterations run together cannot be left or continued</source>
        <translation>各次迭代同时执行的循环不能被离开或继续</translation>
    </message>
    <message>
        <source>use a serial loop</source>
        <translation>使用串行循环</translation>
    </message>
    <message>
        <source>the inline function {0} is called in itself</source>
        <translation>内联函数 {0} 在自身中被调用</translation>
    </message>
    <message>
        <source>run over the number of steps and multiply the variable</source>
        <translation>按步数循环，再用变量乘以步长</translation>
    </message>
    <message>
        <source>the bound of a loop</source>
        <translation>循环的边界</translation>
    </message>
    <message>
        <source>T.thread_binding needs a thread</source>
        <translation>T.thread_binding 需要线程</translation>
    </message>
    <message>
        <source>a loop needs a name for its variable</source>
        <translation>循环的变量需要名称</translation>
    </message>
    <message>
        <source>more than 64 loops in one T.grid</source>
        <translation>一个 T.grid 中的循环超过 64 个</translation>
    </message>
    <message>
        <source>nothing can follow T.block in one `with`</source>
        <translation>同一个 `with` 中 T.block 之后不能再有其他内容</translation>
    </message>
    <message>
        <source>a block has no `as`</source>
        <translation>块没有 `as`</translation>
    </message>
    <message>
        <source>declare the axes with T.axis inside of it</source>
        <translation>在其内部用 T.axis 声明轴</translation>
    </message>
    <message>
        <source>T.init() must be directly in a block</source>
        <translation>T.init() 必须直接写在块中</translation>
    </message>
    <message>
        <source>this block already has a T.init()</source>
        <translation>该块已有 T.init()</translation>
    </message>
    <message>
        <source>this let has no variable</source>
        <translation>该 let 没有变量</translation>
    </message>
    <message>
        <source>this cannot open a scope in a prim_func</source>
        <translation>prim_func 不能用它打开作用域</translation>
    </message>
    <message>
        <source>use T.block, T.init, T.attr, T.allocate, T.launch_thread or T.decl_buffer</source>
        <translation>用 T.block、T.init、T.attr、T.allocate、T.launch_thread 或 T.decl_buffer</translation>
    </message>
    <message>
        <source>T.block</source>
        <translation>T.block</translation>
    </message>
    <message>
        <source>an error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>字典</translation>
    </message>
    <message>
        <source>give `default=`</source>
        <translation>给出 `default=`</translation>
    </message>
    <message>
        <source>the absolute value does not fit into 64 bits</source>
        <translation>绝对值超出 64 位的范围</translation>
    </message>
    <message>
        <source>the step of range is 0</source>
        <translation>range 的步长为 0</translation>
    </message>
    <message>
        <source>dict needs pairs of key and value</source>
        <translation>dict 需要由键和值组成的对</translation>
    </message>
    <message>
        <source>zip: the lists have different lengths</source>
        <translation>zip：各列表的长度不同</translation>
    </message>
    <message>
        <source>isinstance takes int, float, str, bool, list, tuple or dict</source>
        <translation>isinstance 接受 int、float、str、bool、list、tuple 或 dict</translation>
    </message>
    <message>
        <source>use // for integer division, or int(...)</source>
        <translation>整数除法请用 //，或使用 int(...)</translation>
    </message>
    <message>
        <source>pass it, or give the parameter a default</source>
        <translation>传入它，或为该参数设默认值</translation>
    </message>
    <message>
        <source>a composite is not a single step</source>
        <translation>组合步骤不是单个步骤</translation>
    </message>
    <message>
        <source>apply its steps</source>
        <translation>执行其中的各步</translation>
    </message>
    <message>
        <source>pass numbers, strings, lists, loops and blocks</source>
        <translation>传入数、字符串、列表、循环和块</translation>
    </message>
    <message>
        <source>a temporary folder</source>
        <translation>临时文件夹</translation>
    </message>
    <message>
        <source>relpath takes the name of a file</source>
        <translation>relpath 需要文件名</translation>
    </message>
    <message>
        <source>the module tvm.contrib.utils</source>
        <translation>模块 tvm.contrib.utils</translation>
    </message>
    <message>
        <source>the module tvm.contrib.clang</source>
        <translation>模块 tvm.contrib.clang</translation>
    </message>
    <message>
        <source>the code is compiled for this machine when the kernel is built</source>
        <translation>代码在构建内核时针对本机编译</translation>
    </message>
    <message>
        <source>create_llvm takes a text in C, and at most output=</source>
        <translation>create_llvm 需要一段 C 代码，此外至多有 output=</translation>
    </message>
    <message>
        <source>expressions and calls are nested too deeply</source>
        <translation>表达式和调用嵌套过深</translation>
    </message>
    <message>
        <source>check whether a function calls itself endlessly</source>
        <translation>请检查是否有函数无限地调用自身</translation>
    </message>
    <message>
        <source>`*` may only be used in lists, tuples, calls and targets</source>
        <translation>`*` 只能写在列表、元组、调用和赋值目标中</translation>
    </message>
    <message>
        <source>assign it on every path that leads here</source>
        <translation>在到达此处的每条路径上给它赋值</translation>
    </message>
    <message>
        <source>a method is called with parentheses</source>
        <translation>调用方法要写括号</translation>
    </message>
    <message>
        <source>the step of a slice is 0</source>
        <translation>切片的步长为 0</translation>
    </message>
    <message>
        <source>leave it out, or use another number</source>
        <translation>将其省略，或使用其他数</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>a dict of more than 10000 entries is too large</source>
        <translation>超过 10000 项的字典过大</translation>
    </message>
    <message>
        <source>use a list: [...]</source>
        <translation>用列表：[...]</translation>
    </message>
    <message>
        <source>only single elements of a list can be assigned</source>
        <translation>只能给列表的单个元素赋值</translation>
    </message>
    <message>
        <source>formats are like '.3f', '4d', '&lt;10'</source>
        <translation>格式形如 '.3f'、'4d'、'&lt;10'</translation>
    </message>
    <message>
        <source>write range(...) around it</source>
        <translation>用 range(...) 包住它</translation>
    </message>
    <message>
        <source>use a list, a tuple or a range</source>
        <translation>用列表、元组或 range</translation>
    </message>
    <message>
        <source>leave out the parentheses</source>
        <translation>去掉括号</translation>
    </message>
    <message>
        <source>there is not enough memory for what the function builds</source>
        <translation>内存不足，无法容纳函数所构建的内容</translation>
    </message>
    <message>
        <source>`with` is not supported here</source>
        <translation>此处不支持 `with`</translation>
    </message>
    <message>
        <source>write its statements without it</source>
        <translation>去掉它，直接写出其中的语句</translation>
    </message>
    <message>
        <source>classes cannot be defined inside a function</source>
        <translation>不能在函数内定义类</translation>
    </message>
    <message>
        <source>define plain functions</source>
        <translation>定义普通函数</translation>
    </message>
    <message>
        <source>attributes cannot be assigned</source>
        <translation>不能给属性赋值</translation>
    </message>
    <message>
        <source>assign to a variable or to an element</source>
        <translation>赋值给变量或元素</translation>
    </message>
    <message>
        <source>this cannot be assigned to</source>
        <translation>不能给它赋值</translation>
    </message>
    <message>
        <source>assign to a name, an element, or a list of names</source>
        <translation>赋值给名称、元素或名称列表</translation>
    </message>
    <message>
        <source>take all of them, or collect the rest with `*rest`</source>
        <translation>全部接收，或用 `*rest` 收集其余的值</translation>
    </message>
    <message>
        <source>name as many as there are</source>
        <translation>有几个就写几个名称</translation>
    </message>
    <message>
        <source>only one name may collect the rest</source>
        <translation>只能有一个名称收集其余的值</translation>
    </message>
    <message>
        <source>keep one `*`</source>
        <translation>只保留一个 `*`</translation>
    </message>
    <message>
        <source>this cannot be changed in place</source>
        <translation>不能就地修改它</translation>
    </message>
    <message>
        <source>use a name or an element</source>
        <translation>用名称或元素</translation>
    </message>
    <message>
        <source>the assertion failed</source>
        <translation>断言不成立</translation>
    </message>
    <message>
        <source>check whether a loop never ends</source>
        <translation>请检查是否有循环永不结束</translation>
    </message>
    <message>
        <source>stopped on request</source>
        <translation>已按请求停止</translation>
    </message>
    <message>
        <source>a list cannot be put into itself</source>
        <translation>列表不能放入自身</translation>
    </message>
    <message>
        <source>pop: the list is empty</source>
        <translation>pop：列表是空的</translation>
    </message>
    <message>
        <source>write str(...) around it</source>
        <translation>用 str(...) 包住它</translation>
    </message>
    <message>
        <source>replace: the new text is too long</source>
        <translation>replace：新文本过长</translation>
    </message>
    <message>
        <source>a buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>a region of a buffer</source>
        <translation>缓冲区的区域</translation>
    </message>
    <message>
        <source>the lists are nested too deeply to be compared</source>
        <translation>列表嵌套过深，无法比较</translation>
    </message>
    <message>
        <source>compare values of one kind</source>
        <translation>比较同一种类的值</translation>
    </message>
    <message>
        <source>use +, -, *, // and % of its inputs</source>
        <translation>对其输入使用 +、-、*、// 和 %</translation>
    </message>
    <message>
        <source>an index map has at most 64 inputs</source>
        <translation>索引映射最多有 64 个输入</translation>
    </message>
    <message>
        <source>the collected inputs of an index map must come last</source>
        <translation>索引映射中收集的输入须写在最后</translation>
    </message>
    <message>
        <source>write lambda i, *rest: ...</source>
        <translation>请写 lambda i, *rest: ...</translation>
    </message>
    <message>
        <source>name them one by one: lambda i, j: ...</source>
        <translation>逐个写出名称：lambda i, j: ...</translation>
    </message>
    <message>
        <source>the argument is nested too deeply</source>
        <translation>参数嵌套过深</translation>
    </message>
    <message>
        <source>steps take loops, blocks, numbers, strings, lists and lambdas</source>
        <translation>步骤接受循环、块、数、字符串、列表和 lambda</translation>
    </message>
    <message>
        <source>decide by constants; in an index map use T.if_then_else or plain arithmetic</source>
        <translation>用常量来判断；在索引映射中请用 T.if_then_else 或普通算术</translation>
    </message>
    <message>
        <source>compare indices: i == 0</source>
        <translation>比较索引：i == 0</translation>
    </message>
    <message>
        <source>a stage is selected by one tensor</source>
        <translation>阶段由一个张量来选择</translation>
    </message>
    <message>
        <source>write s[C].split(...)</source>
        <translation>请写 s[C].split(...)</translation>
    </message>
    <message>
        <source>work_on takes the name of a function</source>
        <translation>work_on 需要函数名</translation>
    </message>
    <message>
        <source>indices are integers, which do not take `/`</source>
        <translation>索引是整数，不能使用 `/`</translation>
    </message>
    <message>
        <source>use //</source>
        <translation>用 //</translation>
    </message>
    <message>
        <source>an index expression</source>
        <translation>索引表达式</translation>
    </message>
    <message>
        <source>the schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>the file has several schedule functions</source>
        <translation>文件中有多个调度函数</translation>
    </message>
    <message>
        <source>no step is given</source>
        <translation>没有给出步骤</translation>
    </message>
    <message>
        <source>write it like split(i, [None, 8])</source>
        <translation>请写成类似 split(i, [None, 8]) 的形式</translation>
    </message>
    <message>
        <source>write it like split(i, [None, 8]); `lw primitives` lists the steps</source>
        <translation>请写成类似 split(i, [None, 8]) 的形式；可用 `lw primitives` 列出各步骤</translation>
    </message>
    <message>
        <source>the trace has no function apply_trace</source>
        <translation>轨迹中没有函数 apply_trace</translation>
    </message>
    <message>
        <source>a Python trace is def apply_trace(sch): with one call per step</source>
        <translation>Python 轨迹写作 def apply_trace(sch):，每个步骤一次调用</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>将其省略</translation>
    </message>
    <message>
        <source>use one of them</source>
        <translation>用其中之一</translation>
    </message>
    <message>
        <source>it has axis, reduce_axis and name</source>
        <translation>它有 axis、reduce_axis 和 name</translation>
    </message>
    <message>
        <source>split takes a factor or nparts, not both</source>
        <translation>split 需要 factor 或 nparts，不能两者都给</translation>
    </message>
    <message>
        <source>split needs a factor or nparts</source>
        <translation>split 需要 factor 或 nparts</translation>
    </message>
    <message>
        <source>factor=4: four iterations inside; nparts=4: four outside</source>
        <translation>factor=4：内层四次迭代；nparts=4：外层四次迭代</translation>
    </message>
    <message>
        <source>write s[B].compute_at(s[C], axis)</source>
        <translation>请写 s[B].compute_at(s[C], axis)</translation>
    </message>
    <message>
        <source>no loop is</source>
        <translation>没有循环包围它</translation>
    </message>
    <message>
        <source>, so its init became a separate block and its updates atomic; rfactor is faster</source>
        <translation>），因此其初始化成为单独的块，其更新变为原子的；rfactor 更快</translation>
    </message>
    <message>
        <source>it has op, and methods such as split</source>
        <translation>它有 op，以及 split 等方法</translation>
    </message>
    <message>
        <source>write set_scope("shared")</source>
        <translation>请写 set_scope("shared")</translation>
    </message>
    <message>
        <source>a group of stages</source>
        <translation>一组阶段</translation>
    </message>
    <message>
        <source>it has compute_at</source>
        <translation>它有 compute_at</translation>
    </message>
    <message>
        <source>cache_read takes a tensor, a scope and the tensors that read it</source>
        <translation>cache_read 需要张量、存储域，以及读取它的张量</translation>
    </message>
    <message>
        <source>write s.cache_read(A, "shared", [B])</source>
        <translation>请写 s.cache_read(A, "shared", [B])</translation>
    </message>
    <message>
        <source>cache_write takes one tensor</source>
        <translation>cache_write 需要一个张量</translation>
    </message>
    <message>
        <source>write s.cache_write(C, "local")</source>
        <translation>请写 s.cache_write(C, "local")</translation>
    </message>
    <message>
        <source>choose a tensor that is computed</source>
        <translation>选择由计算得到的张量</translation>
    </message>
    <message>
        <source>thread_axis takes the name of a thread axis</source>
        <translation>thread_axis 需要线程轴的名称</translation>
    </message>
    <message>
        <source>write thread_axis("threadIdx.x")</source>
        <translation>请写 thread_axis("threadIdx.x")</translation>
    </message>
    <message>
        <source>an axis that is no longer a loop</source>
        <translation>已不再是循环的轴</translation>
    </message>
    <message>
        <source>a bool</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a float</source>
        <translation>浮点数</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a tuple</source>
        <translation>元组</translation>
    </message>
    <message>
        <source>a dict</source>
        <translation>字典</translation>
    </message>
    <message>
        <source>a range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>a slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>a function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>give its shape: (64, 64)</source>
        <translation>给出其形状：(64, 64)</translation>
    </message>
    <message>
        <source>give its value</source>
        <translation>给出其值</translation>
    </message>
    <message>
        <source>a tensor is given by its shape: (64, 64), or with a type: int32(16,)</source>
        <translation>张量用形状给出：(64, 64)，或带上类型：int32(16,)</translation>
    </message>
    <message>
        <source>the code makes no schedule</source>
        <translation>代码没有建立调度</translation>
    </message>
    <message>
        <source>the result of tvm.build</source>
        <translation>由 tvm.build 得到的结果</translation>
    </message>
    <message>
        <source>the result of tvm.lower</source>
        <translation>由 tvm.lower 得到的结果</translation>
    </message>
    <message>
        <source>schedules are not run by their own code</source>
        <translation>调度不由其自身的代码来运行</translation>
    </message>
    <message>
        <source>`lw run` and the Run button build and time them</source>
        <translation>可用 `lw run` 或“运行”按钮来构建和计时</translation>
    </message>
    <message>
        <source>the function exit</source>
        <translation>函数 exit</translation>
    </message>
    <message>
        <source>the code ends here</source>
        <translation>代码在此结束</translation>
    </message>
    <message>
        <source>te.create_schedule needs an operation</source>
        <translation>te.create_schedule 需要一个操作</translation>
    </message>
    <message>
        <source>te.create_schedule takes one operation, or a list of them</source>
        <translation>te.create_schedule 需要一个操作，或由操作组成的列表</translation>
    </message>
    <message>
        <source>schedule it before that step</source>
        <translation>在该步骤之前调度它</translation>
    </message>
    <message>
        <source>pass the output operations to te.create_schedule</source>
        <translation>把所需的操作传给 te.create_schedule</translation>
    </message>
    <message>
        <source>axes are those of a tensor: C.op.axis[0], C.op.reduce_axis[0]</source>
        <translation>轴是张量的轴：C.op.axis[0]、C.op.reduce_axis[0]</translation>
    </message>
    <message>
        <source>the domain of te.reduce_axis is a pair (first, end)</source>
        <translation>te.reduce_axis 的定义域是一对值 (first, end)</translation>
    </message>
    <message>
        <source>the domain of te.reduce_axis is given by integers</source>
        <translation>te.reduce_axis 的定义域由整数给出</translation>
    </message>
    <message>
        <source>give it one parameter for each axis</source>
        <translation>为每个轴给它一个参数</translation>
    </message>
    <message>
        <source>return an expression of the indices</source>
        <translation>返回由索引构成的表达式</translation>
    </message>
    <message>
        <source>make a te.compute for each reduction, or reduce all results together with te.comm_reducer</source>
        <translation>为每个归约写一个 te.compute，或用 te.comm_reducer 把所有结果一起归约</translation>
    </message>
    <message>
        <source>te.extern with in_buffers or out_buffers is not supported</source>
        <translation>不支持带 in_buffers 或 out_buffers 的 te.extern</translation>
    </message>
    <message>
        <source>leave in_buffers and out_buffers out</source>
        <translation>省略 in_buffers 和 out_buffers</translation>
    </message>
    <message>
        <source>te.extern without inputs needs a dtype</source>
        <translation>没有输入的 te.extern 需要 dtype</translation>
    </message>
    <message>
        <source>return tir.call_packed("name", ins[0], outs[0])</source>
        <translation>返回 tir.call_packed("name", ins[0], outs[0])</translation>
    </message>
    <message>
        <source>index_dtype_override is "int32" or "int64"</source>
        <translation>index_dtype_override 为 "int32" 或 "int64"</translation>
    </message>
    <message>
        <source>te.scan cannot become a prim_func (TVM's create_prim_func refuses it too)</source>
        <translation>te.scan 不能变为 prim_func（TVM 的 create_prim_func 也拒绝它）</translation>
    </message>
    <message>
        <source>write the recurrence as a @T.prim_func with T.axis.scan</source>
        <translation>把递推写成使用 T.axis.scan 的 @T.prim_func</translation>
    </message>
    <message>
        <source>convert the other operand first: .astype("float32")</source>
        <translation>先转换另一个操作数：.astype("float32")</translation>
    </message>
    <message>
        <source>convert the other operand first: .astype("int64")</source>
        <translation>先转换另一个操作数：.astype("int64")</translation>
    </message>
    <message>
        <source>write a value that the type can hold</source>
        <translation>写一个该类型能表示的值</translation>
    </message>
    <message>
        <source>convert it first: .astype("int32")</source>
        <translation>先转换：.astype("int32")</translation>
    </message>
    <message>
        <source>divide by something else, or guard it: te.if_then_else(n != 0, a // n, 0)</source>
        <translation>除以其他数，或加以保护：te.if_then_else(n != 0, a // n, 0)</translation>
    </message>
    <message>
        <source>/ between integers is ambiguous</source>
        <translation>整数之间的 / 有歧义</translation>
    </message>
    <message>
        <source>write // (rounds down), tir.truncdiv(a, b) (rounds to zero), or make one operand a float</source>
        <translation>请写 //（向下取整）、tir.truncdiv(a, b)（向零取整），或把一个操作数变为浮点数</translation>
    </message>
    <message>
        <source>// and % take integers</source>
        <translation>// 和 % 用于整数</translation>
    </message>
    <message>
        <source>use / and tir.floor, or .astype("int32")</source>
        <translation>用 / 和 tir.floor，或 .astype("int32")</translation>
    </message>
    <message>
        <source>** takes floats, but both operands are integers</source>
        <translation>** 用于浮点数，而两个操作数都是整数</translation>
    </message>
    <message>
        <source>multiply, or convert first: .astype("float32")</source>
        <translation>改用乘法，或先转换：.astype("float32")</translation>
    </message>
    <message>
        <source>use topi.matmul(A, B)</source>
        <translation>用 topi.matmul(A, B)</translation>
    </message>
    <message>
        <source>sizes must be equal, or 1, counted from the last axis</source>
        <translation>从最后一个轴起，各轴的大小必须相等或为 1</translation>
    </message>
    <message>
        <source>te.placeholder, te.reduce_axis, te.compute, te.sum and te.create_prim_func make functions</source>
        <translation>生成函数要用 te.placeholder、te.reduce_axis、te.compute、te.sum 和 te.create_prim_func</translation>
    </message>
    <message>
        <source>leave it out: the memory is passed to the intrinsic</source>
        <translation>将其省略：内存由外部提供给内建指令</translation>
    </message>
    <message>
        <source>give one stride for each dimension, in elements</source>
        <translation>为每个维度给出一个步长，以元素计</translation>
    </message>
    <message>
        <source>an ir_builder</source>
        <translation>一个 ir_builder</translation>
    </message>
    <message>
        <source>ib.emit(call) and ib.get(); loops are written in a @T.prim_func that TensorIntrin.register takes</source>
        <translation>可用 ib.emit(call) 和 ib.get()；循环请写在 @T.prim_func 中，再用 TensorIntrin.register 注册</translation>
    </message>
    <message>
        <source>return ib.get(), or (body, reset, update)</source>
        <translation>返回 ib.get() 或 (body, reset, update)</translation>
    </message>
    <message>
        <source>the function of te.decl_tensor_intrin returns the body, or (body, reset, update)</source>
        <translation>te.decl_tensor_intrin 的函数应给出主体，或 (body, reset, update)</translation>
    </message>
    <message>
        <source>return ib.get()</source>
        <translation>返回 ib.get()</translation>
    </message>
    <message>
        <source>buffers have the shapes and types of their tensors</source>
        <translation>缓冲区的形状和类型须与其张量相同</translation>
    </message>
    <message>
        <source>give the operation of a te.compute</source>
        <translation>给出 te.compute 的操作</translation>
    </message>
    <message>
        <source>te.decl_tensor_intrin with scalar_params is not supported</source>
        <translation>不支持带有 scalar_params 的 te.decl_tensor_intrin</translation>
    </message>
    <message>
        <source>put the numbers into the call</source>
        <translation>把这些数写入调用</translation>
    </message>
    <message>
        <source>axis must be a te.reduce_axis: k = te.reduce_axis((0, n), name="k")</source>
        <translation>axis 必须是 te.reduce_axis：k = te.reduce_axis((0, n), name="k")</translation>
    </message>
    <message>
        <source>compare it: x != 0</source>
        <translation>作比较：x != 0</translation>
    </message>
    <message>
        <source>give one value for each result</source>
        <translation>为每个结果给出一个值</translation>
    </message>
    <message>
        <source>several at once need te.comm_reducer</source>
        <translation>同时归约多个值需要 te.comm_reducer</translation>
    </message>
    <message>
        <source>use .astype("int32")</source>
        <translation>用 .astype("int32")</translation>
    </message>
    <message>
        <source>return one value for each result of the reduction</source>
        <translation>为归约的每个结果返回一个值</translation>
    </message>
    <message>
        <source>give one index for each axis</source>
        <translation>为每个轴给出一个索引</translation>
    </message>
    <message>
        <source>indices are integers: use .astype("int32")</source>
        <translation>索引是整数：请用 .astype("int32")</translation>
    </message>
    <message>
        <source>make a te.compute of a part of it</source>
        <translation>把其中一部分做成 te.compute</translation>
    </message>
    <message>
        <source>a part of a tensor is not a number: give all indices</source>
        <translation>张量的一部分不是数：请给出所有索引</translation>
    </message>
    <message>
        <source>expressions are made of numbers, indices and elements of tensors: A[i, j] + 1</source>
        <translation>表达式由数、索引和张量的元素组成：A[i, j] + 1</translation>
    </message>
    <message>
        <source>types are written "float32", "int8", "bool"</source>
        <translation>类型写作 "float32"、"int8"、"bool"</translation>
    </message>
    <message>
        <source>sizes are integers</source>
        <translation>大小是整数</translation>
    </message>
    <message>
        <source>sizes are 0 or more</source>
        <translation>大小须为 0 或更大</translation>
    </message>
    <message>
        <source>whether this holds is known only when the program runs</source>
        <translation>它是否成立，只有在程序运行时才知道</translation>
    </message>
    <message>
        <source>use te.if_then_else(condition, a, b) for a choice, te.all and te.any in place of and and or</source>
        <translation>作选择请用 te.if_then_else(condition, a, b)，并用 te.all 和 te.any 代替 and 和 or</translation>
    </message>
    <message>
        <source>it has shape, dtype, name, ndim, op</source>
        <translation>它有 shape、dtype、name、ndim、op</translation>
    </message>
    <message>
        <source>it has axis, reduce_axis, name, tag, input_tensors</source>
        <translation>它有 axis、reduce_axis、name、tag、input_tensors</translation>
    </message>
    <message>
        <source>count them from 0</source>
        <translation>从 0 起计</translation>
    </message>
    <message>
        <source>it has shape, dtype, strides, data, elem_offset</source>
        <translation>它有 shape、dtype、strides、data、elem_offset</translation>
    </message>
    <message>
        <source>unknown access mode</source>
        <translation>未知的访问方式</translation>
    </message>
    <message>
        <source>it is "r", "w" or "rw"</source>
        <translation>它为 "r"、"w" 或 "rw"</translation>
    </message>
    <message>
        <source>a prim_func</source>
        <translation>一个 prim_func</translation>
    </message>
    <message>
        <source>give its arguments by position</source>
        <translation>按位置给出其参数</translation>
    </message>
    <message>
        <source>give all of them by position</source>
        <translation>按位置给出所有参数</translation>
    </message>
    <message>
        <source>leave the others out</source>
        <translation>省略其余参数</translation>
    </message>
    <message>
        <source>write it in quotes: "name"</source>
        <translation>请写在引号中："name"</translation>
    </message>
    <message>
        <source>use call_extern to call a function of your own</source>
        <translation>调用自定义函数要用 call_extern</translation>
    </message>
    <message>
        <source>convert it first: .astype("float32")</source>
        <translation>先转换：.astype("float32")</translation>
    </message>
    <message>
        <source>make one: te.placeholder((64, 64), name="A")</source>
        <translation>可这样创建：te.placeholder((64, 64), name="A")</translation>
    </message>
    <message>
        <source>write it without a point: 2</source>
        <translation>不带小数点：2</translation>
    </message>
    <message>
        <source>write it as 0.5</source>
        <translation>请写作 0.5</translation>
    </message>
    <message>
        <source>give a tensor that has axes</source>
        <translation>给出有轴的张量</translation>
    </message>
    <message>
        <source>between numbers write the operator itself</source>
        <translation>数之间请直接写运算符</translation>
    </message>
    <message>
        <source>fill_value cannot be a pointer</source>
        <translation>fill_value 不能是指针</translation>
    </message>
    <message>
        <source>give a number</source>
        <translation>给出一个数</translation>
    </message>
    <message>
        <source>they must be equal</source>
        <translation>它们必须相等</translation>
    </message>
    <message>
        <source>(rows, columns)</source>
        <translation>（行、列）</translation>
    </message>
    <message>
        <source>(batch, rows, columns)</source>
        <translation>（批、行、列）</translation>
    </message>
    <message>
        <source>write 1 or (1, 1)</source>
        <translation>请写 1 或 (1, 1)</translation>
    </message>
    <message>
        <source>write 1</source>
        <translation>请写 1</translation>
    </message>
    <message>
        <source>the kernel is larger than the padded data</source>
        <translation>卷积核大于填充后的数据</translation>
    </message>
    <message>
        <source>add padding, or take a smaller kernel</source>
        <translation>增加填充，或用更小的卷积核</translation>
    </message>
    <message>
        <source>(batch, channels, length)</source>
        <translation>（批、通道、长度）</translation>
    </message>
    <message>
        <source>(filters, channels, length)</source>
        <translation>（滤波器、通道、长度）</translation>
    </message>
    <message>
        <source>(batch, height, width, channels)</source>
        <translation>（批、高、宽、通道）</translation>
    </message>
    <message>
        <source>(batch, channels, height, width)</source>
        <translation>（批、通道、高、宽）</translation>
    </message>
    <message>
        <source>(height, width, channels, filters)</source>
        <translation>（高、宽、通道、滤波器）</translation>
    </message>
    <message>
        <source>(filters, channels, height, width)</source>
        <translation>（滤波器、通道、高、宽）</translation>
    </message>
    <message>
        <source>(channels, multiplier, height, width)</source>
        <translation>（通道、倍数、高、宽）</translation>
    </message>
    <message>
        <source>it is "max" or "avg"</source>
        <translation>它为 "max" 或 "avg"</translation>
    </message>
    <message>
        <source>@ multiplies two tensors</source>
        <translation>@ 把两个张量相乘</translation>
    </message>
    <message>
        <source>both sides are tensors: A @ B</source>
        <translation>两边都应是张量：A @ B</translation>
    </message>
    <message>
        <source>name each axis once</source>
        <translation>每个轴只写一次</translation>
    </message>
    <message>
        <source>topi.mean takes floats</source>
        <translation>topi.mean 需要浮点数</translation>
    </message>
    <message>
        <source>cast the tensor first: topi.cast(X, "float32")</source>
        <translation>先转换张量：topi.cast(X, "float32")</translation>
    </message>
    <message>
        <source>a position is counted along one axis: give axis=</source>
        <translation>位置沿一个轴计数：请给出 axis=</translation>
    </message>
    <message>
        <source>gamma and beta need one axis for each normalised axis of the data</source>
        <translation>对于数据的每个归一化轴，gamma 和 beta 都需要一个轴</translation>
    </message>
    <message>
        <source>they have the sizes of the axes in axis=, or of the last axis without it</source>
        <translation>它们的大小与 axis= 所指的各轴相同；没有 axis= 时为最后一个轴</translation>
    </message>
    <message>
        <source>axes is an order of all of them: (1, 0)</source>
        <translation>axes 是所有轴的一种排列：(1, 0)</translation>
    </message>
    <message>
        <source>leave axes out to reverse them all</source>
        <translation>省略 axes 则将所有轴反序</translation>
    </message>
    <message>
        <source>the products of the sizes must be equal</source>
        <translation>各大小的乘积必须相等</translation>
    </message>
    <message>
        <source>pad_before and pad_after are lists: (0, 1)</source>
        <translation>pad_before 和 pad_after 是列表：(0, 1)</translation>
    </message>
    <message>
        <source>a padding is negative</source>
        <translation>有一个填充量为负数</translation>
    </message>
    <message>
        <source>it is 0 or more</source>
        <translation>它须为 0 或更大</translation>
    </message>
    <message>
        <source>topi.concatenate needs at least one tensor</source>
        <translation>topi.concatenate 至少需要一个张量</translation>
    </message>
    <message>
        <source>types and all sizes but that of the axis must be equal</source>
        <translation>类型以及除该轴以外的所有大小必须相等</translation>
    </message>
    <message>
        <source>indices are integers: te.placeholder(shape, "int32")</source>
        <translation>索引是整数：te.placeholder(shape, "int32")</translation>
    </message>
    <message>
        <source>it is 1 or more</source>
        <translation>它须为 1 或更大</translation>
    </message>
    <message>
        <source>block_m is not a multiple of thread_m</source>
        <translation>block_m 不是 thread_m 的倍数</translation>
    </message>
    <message>
        <source>block_n is not a multiple of thread_n</source>
        <translation>block_n 不是 thread_n 的倍数</translation>
    </message>
    <message>
        <source>rows and steps must be at least 1, columns 0 or more</source>
        <translation>rows 和 steps 至少为 1，columns 至少为 0</translation>
    </message>
    <message>
        <source>rows, vectors and numbers must be at least 1, tile_rows 0 or more</source>
        <translation>rows、vectors 和 numbers 至少为 1，tile_rows 至少为 0</translation>
    </message>
    <message>
        <source>iteration variable {0} of block {1} has the domain {2}, which changes with loop {3}</source>
        <translation>块 {1} 的迭代变量 {0} 的域为 {2}，随循环 {3} 变化</translation>
    </message>
    <message>
        <source>give it a fixed domain: T.axis.spatial(extent, value)</source>
        <translation>给它一个固定的域：T.axis.spatial(extent, value)</translation>
    </message>
    <message>
        <source>{0} would produce an invalid program: {1}</source>
        <translation>{0} 会产生无效的程序：{1}</translation>
    </message>
    <message>
        <source>the step was not applied; please report this program with the step</source>
        <translation>该步骤未执行；请将此程序与该步骤一并报告</translation>
    </message>
    <message>
        <source> dimensions, but vload has </source>
        <translation> 个维，但 vload 有 </translation>
    </message>
    <message>
        <source> dimension, but vload has </source>
        <translation> 个维，但 vload 有 </translation>
    </message>
    <message>
        <source>give one index for each dimension</source>
        <translation>每个维给一个索引</translation>
    </message>
    <message>
        <source>threads would read elements of {0} that other threads write, but memory of the scope local is private to one thread</source>
        <translation>线程会读取 {0} 中由其他线程写入的元素，但 local 作用域的内存只属于一个线程</translation>
    </message>
    <message>
        <source>thread blocks would read elements of {0} that other thread blocks write, but memory of the scope shared is private to one thread block</source>
        <translation>线程块会读取 {0} 中由其他线程块写入的元素，但 shared 作用域的内存只属于一个线程块</translation>
    </message>
    <message>
        <source>elements of {0} would have to survive from one launch of the kernel of loop {2} to the next, but memory of the scope {1} lasts for one launch</source>
        <translation>{0} 的元素须从循环 {2} 的核函数的一次启动保留到下一次，但作用域 {1} 的内存只在一次启动期间有效</translation>
    </message>
    <message>
        <source>thread blocks in the kernel of loop {0} would access the same elements of {1}, and they run in no fixed order</source>
        <translation>循环 {0} 的核函数中，各线程块会访问 {1} 的相同元素，而它们的执行顺序不定</translation>
    </message>
    <message>
        <source>the reduction of block {0} may have no iteration, and its init would not run in this case after the step: it depends on loop {1} or on a condition on this loop</source>
        <translation>块 {0} 的归约可能一次迭代都没有，而执行此步骤后，在这种情况下其 init 不会执行：它取决于循环 {1} 或关于该循环的条件</translation>
    </message>
    <message>
        <source>the init of block {0} also runs where the reduction over loop {1} has no iteration, but {2}, which it reads, would be written inside this loop</source>
        <translation>即使循环 {1} 上的归约一次迭代都没有，块 {0} 的 init 也会执行，但它读取的 {2} 将在该循环内部写入</translation>
    </message>
    <message>
        <source>choose a loop outside of the reduction</source>
        <translation>选择归约之外的循环</translation>
    </message>
    <message>
        <source>the threads of loop {0} exchange values: all of them complete a statement before the next one, and {1} is checked for one thread after the other</source>
        <translation>循环 {0} 的各线程之间交换值：所有线程都完成一条语句后才执行下一条，而 {1} 是按线程逐个执行来检查的</translation>
    </message>
    <message>
        <source>{0} can change the loops that are not bound to threads</source>
        <translation>{0} 可以更改未绑定到线程的循环</translation>
    </message>
    <message>
        <source>split, fuse, peel, loop_partition and unroll of loops that are not bound to threads keep the order</source>
        <translation>对未绑定到线程的循环执行 split、fuse、peel、loop_partition 和 unroll 不会改变顺序</translation>
    </message>
    <message>
        <source>decompose_reduction {0} before this step</source>
        <translation>在此步骤之前先执行 decompose_reduction {0}</translation>
    </message>
    <message>
        <source>threads would reduce block "{0}" and run block "{1}" in the same iterations of loop {2}, but the result is available only after the last of them</source>
        <translation>线程会在循环 {2} 的同一次迭代中归约块 "{0}" 并执行块 "{1}"，但归约结果要在最后一次迭代之后才有</translation>
    </message>
    <message>
        <source>the iterations of loop {0} run at once, and each of them fills buffer {1} for itself; they would share it after this step, because other statements would use it</source>
        <translation>循环 {0} 的各次迭代同时执行，且各自填写缓冲区 {1}；执行此步骤后，其他语句也会使用它，这些迭代就会共享它</translation>
    </message>
    <message>
        <source>take this step before the loop is made parallel or vectorized</source>
        <translation>在将该循环并行化或向量化之前执行此步骤</translation>
    </message>
    <message>
        <source>threads would write the same elements of {0} in every iteration of loop {1}, while block "{2}" changes what they write</source>
        <translation>线程会在循环 {1} 的每次迭代中写 {0} 的相同元素，而块 "{2}" 会改变它们写入的值</translation>
    </message>
    <message>
        <source>loop {0} runs over the elements of block "{1}" and over its reduction, so threads cannot reduce the parts of one element</source>
        <translation>循环 {0} 既遍历块 "{1}" 的元素又遍历其归约，因此线程无法归约同一元素的各部分</translation>
    </message>
    <message>
        <source>use the scope shared, or let every thread compute what it reads</source>
        <translation>使用 shared 作用域，或让每个线程自行计算它读取的内容</translation>
    </message>
    <message>
        <source>use the scope global and write it in an earlier kernel, or let every thread block compute what it reads</source>
        <translation>使用 global 作用域并在之前的核函数中写入，或让每个线程块自行计算它读取的内容</translation>
    </message>
    <message>
        <source>use the scope global, or reorder the loops so that the thread loops are outermost</source>
        <translation>使用 global 作用域，或重排循环，使线程循环位于最外层</translation>
    </message>
    <message>
        <source>compute what a thread block reads in that block, or in an earlier kernel</source>
        <translation>在读取它的线程块中计算，或在之前的核函数中计算</translation>
    </message>
    <message>
        <source>choose a loop that the result is indexed by; rfactor makes partial results, and atomic lets iterations update one element at the same time</source>
        <translation>请选择结果以其为下标的循环；rfactor 生成部分结果，atomic 允许各次迭代同时更新同一个元素</translation>
    </message>
    <message>
        <source>decompose_reduction first, then make the updates of the update block atomic</source>
        <translation>先用 decompose_reduction，再对更新块用 atomic</translation>
    </message>
    <message>
        <source>{0} {1} of shape {2} takes {3} and the run {4} in all, but only {5} of memory are available</source>
        <translation>{0} {1} 的形状为 {2}，需要 {3}，整个运行共需 {4}，而可用内存为 {5}</translation>
    </message>
    <message>
        <source>loop {0} has {1} iterations with these sizes, more than its int32 variable can count</source>
        <translation>按这些大小，循环 {0} 有 {1} 次迭代，超出其 int32 变量能计的次数</translation>
    </message>
    <message>
        <source>the data says how often loop {0} runs: a part of it does not tell the time of the whole</source>
        <translation>循环 {0} 的运行次数由数据决定：由其中一部分无法得知整体的时间</translation>
    </message>
    <message>
        <source>{0} has no outer loop with a known number of iterations, so that no part of it can run</source>
        <translation>{0} 没有迭代次数已知的外层循环，因此无法只运行其中一部分</translation>
    </message>
    <message>
        <source>{0} packs weights before the calls: its time cannot be estimated from parts of its loops</source>
        <translation>{0} 在调用之前打包权重：无法由部分循环估计其时间</translation>
    </message>
    <message>
        <source>'{0}' is not a row of sizes</source>
        <translation>“{0}”不是一列大小</translation>
    </message>
    <message>
        <source>{0} has no size named {1}</source>
        <translation>{0} 没有名为 {1} 的大小</translation>
    </message>
    <message>
        <source>the row has more than {0} sizes</source>
        <translation>这一列的大小超过 {0} 个</translation>
    </message>
    <message>
        <source>write n=64..1024, n=64..512+64 or n=100,200,400</source>
        <translation>写成 n=64..1024、n=64..512+64 或 n=100,200,400</translation>
    </message>
    <message>
        <source>its sizes are numbers: write one as a variable, n = T.int64()</source>
        <translation>它的大小都是数字：把其中一个写成变量，n = T.int64()</translation>
    </message>
    <message>
        <source>its sizes are {0}</source>
        <translation>它的大小有 {0}</translation>
    </message>
    <message>
        <source>write a larger step, or list the sizes</source>
        <translation>用更大的步长，或逐个列出大小</translation>
    </message>
    <message>
        <source>loop {0} uses indices that the program computes first, which takes {1}</source>
        <translation>循环 {0} 使用程序先计算出的下标，其计算耗时 {1}</translation>
    </message>
    <message>
        <source>a part of loop {0} does not run alone; it may depend on data that other parts of the program compute</source>
        <translation>循环 {0} 的一部分无法单独运行；它可能依赖程序其他部分计算出的数据</translation>
    </message>
    <message>
        <source>a part of the loops {0} takes longer than {1}</source>
        <translation>循环 {0} 的一部分耗时超过 {1}</translation>
    </message>
    <message>
        <source>the smallest part of the loops {0} takes longer than {1}</source>
        <translation>循环 {0} 的最小部分耗时超过 {1}</translation>
    </message>
    <message>
        <source>times are estimated on this machine's processor only, not on {0}</source>
        <translation>只能在本机处理器上估计时间，不能在 {0} 上估计</translation>
    </message>
    <message>
        <source>run the whole program</source>
        <translation>请运行整个程序</translation>
    </message>
    <message>
        <source>choose --target {0} without --host</source>
        <translation>请选择 --target {0}，不要使用 --host</translation>
    </message>
    <message>
        <source>buffer {0} has {1} elements with these sizes, more than the int32 indices of the kernels can address</source>
        <translation>按这些大小，缓冲区 {0} 有 {1} 个元素，超出内核的 int32 下标所能到达的范围</translation>
    </message>
    <message>
        <source>buffer {0} of shape {1} takes {2} bytes and the kernels take {3} in all, but {4} has {5}</source>
        <translation>缓冲区 {0} 的形状为 {1}，需要 {2} 字节，各内核共需 {3} 字节，而 {4} 有 {5} 字节</translation>
    </message>
    <message>
        <source>buffer {0} of shape {1} takes {2} bytes, but {3} allocates {4} at most for one buffer</source>
        <translation>缓冲区 {0} 的形状为 {1}，需要 {2} 字节，而 {3} 为一个缓冲区最多分配 {4} 字节</translation>
    </message>
    <message>
        <source>temporary buffer</source>
        <translation>临时缓冲区</translation>
    </message>
    <message>
        <source>use smaller sizes</source>
        <translation>请使用较小的大小</translation>
    </message>
    <message>
        <source>use smaller sizes, or another device</source>
        <translation>请使用较小的大小，或换用另一台设备</translation>
    </message>
    <message>
        <source>undo the step that made it, or use compute_at so that less of it is live at a time</source>
        <translation>撤销生成它的步骤，或用 compute_at 使其同时存活的部分更少</translation>
    </message>
    <message>
        <source>declare the sizes as int64, or write them as constants</source>
        <translation>请把大小声明为 int64，或写成常量</translation>
    </message>
    <message>
        <source>{0} is not a parameter of the function</source>
        <translation>{0} 不是函数的参数</translation>
    </message>
    <message>
        <source>the size {0} of the parameter {1} is a variable that a statement of the function defines</source>
        <translation>参数 {1} 的大小 {0} 是由函数中的语句定义的变量</translation>
    </message>
    <message>
        <source>write the number, or T.int32() without one</source>
        <translation>请直接写出数值，或写不带数值的 T.int32()</translation>
    </message>
    <message>
        <source>the parameter {0} is matched twice</source>
        <translation>参数 {0} 被匹配了两次</translation>
    </message>
    <message>
        <source>{0} has no argument named '{1}'</source>
        <translation>{0} 没有参数 '{1}'</translation>
    </message>
    <message>
        <source>{0} needs the argument '{1}'</source>
        <translation>{0} 需要参数 '{1}'</translation>
    </message>
    <message>
        <source>T.{0} takes one argument</source>
        <translation>T.{0} 需要一个参数</translation>
    </message>
    <message>
        <source>T.{0} takes a type and a value</source>
        <translation>T.{0} 需要一个类型和一个值</translation>
    </message>
    <message>
        <source>T.{0} takes a type</source>
        <translation>T.{0} 需要一个类型</translation>
    </message>
    <message>
        <source>T.{0} takes one condition or more</source>
        <translation>T.{0} 需要一个或更多条件</translation>
    </message>
    <message>
        <source>T.{0} has no argument named '{1}'</source>
        <translation>T.{0} 没有参数 '{1}'</translation>
    </message>
    <message>
        <source>T.grid has no argument named {0}</source>
        <translation>T.grid 没有参数 {0}</translation>
    </message>
    <message>
        <source>{0} has no argument named thread</source>
        <translation>{0} 没有参数 thread</translation>
    </message>
    <message>
        <source>T.{0} needs one map</source>
        <translation>T.{0} 需要一个字典</translation>
    </message>
    <message>
        <source>T.axis.remap has {0} kinds and {1} loop variables</source>
        <translation>T.axis.remap 有 {0} 个种类和 {1} 个循环变量</translation>
    </message>
    <message>
        <source>the kind of an axis is S or R here, not '{0}'</source>
        <translation>此处轴的种类为 S 或 R，而不是 '{0}'</translation>
    </message>
    <message>
        <source>unexpected '{0}'</source>
        <translation>多余的 '{0}'</translation>
    </message>
    <message>
        <source>unexpected byte 0x{0}</source>
        <translation>多余的字节 0x{0}</translation>
    </message>
    <message>
        <source>expected a data type, found {0}</source>
        <translation>此处应为数据类型，给出的是 {0}</translation>
    </message>
    <message>
        <source>'{0}' is not a data type</source>
        <translation>'{0}' 不是数据类型</translation>
    </message>
    <message>
        <source>the buffer {0} is used as a value</source>
        <translation>缓冲区 {0} 被当作值使用</translation>
    </message>
    <message>
        <source>the constant {0} is defined in terms of itself</source>
        <translation>常量 {0} 是由自身定义的</translation>
    </message>
    <message>
        <source>the decorator @{0} is not known</source>
        <translation>装饰器 @{0} 是未知的</translation>
    </message>
    <message>
        <source>the class {0} is not a module</source>
        <translation>类 {0} 不是模块</translation>
    </message>
    <message>
        <source>"{0}" is not a valid intrinsic: {1}</source>
        <translation>"{0}" 不是有效的内建指令：{1}</translation>
    </message>
    <message>
        <source>T.{0} cannot be used in an expression</source>
        <translation>T.{0} 不能写在表达式中</translation>
    </message>
    <message>
        <source>T.{0}() makes a variable and needs a name</source>
        <translation>T.{0}() 用于创建变量，需要名称</translation>
    </message>
    <message>
        <source>T.{0} must be directly in a block</source>
        <translation>T.{0} 必须直接写在块中</translation>
    </message>
    <message>
        <source>the parameter {0} has no type</source>
        <translation>参数 {0} 没有类型</translation>
    </message>
    <message>
        <source>the variable {0} has no value</source>
        <translation>变量 {0} 没有值</translation>
    </message>
    <message>
        <source>only elements of buffers can be assigned, not {0}</source>
        <translation>只能给缓冲区的元素赋值，给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be indexed</source>
        <translation>{0} 不能用索引访问</translation>
    </message>
    <message>
        <source>expected a region of a buffer, found {0}</source>
        <translation>此处应为缓冲区的区域，给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be called</source>
        <translation>{0} 不能被调用</translation>
    </message>
    <message>
        <source>the value of {0} is not a number known here</source>
        <translation>此处无法得知 {0} 的数值</translation>
    </message>
    <message>
        <source>the regions that block "{0}" reads and writes cannot be determined, because {1} is accessed through its pointer</source>
        <translation>无法得知块 "{0}" 读写哪些内容，因为 {1} 是通过其指针使用的</translation>
    </message>
    <message>
        <source>only the last index of {0} can be a vector</source>
        <translation>只有 {0} 的最后一个索引可以是向量</translation>
    </message>
    <message>
        <source>only the last index of {0} can be a slice here</source>
        <translation>只有 {0} 的最后一个索引在此处可以是切片</translation>
    </message>
    <message>
        <source>expected {0}, found {1}</source>
        <translation>此处应为 {0}，但遇到 {1}</translation>
    </message>
    <message>
        <source>expected {0} {1}, found {2}</source>
        <translation>此处应为 {0} {1}，但遇到 {2}</translation>
    </message>
    <message>
        <source>statements are nested more than {0} levels deep</source>
        <translation>语句嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>blocks are nested more than {0} levels deep</source>
        <translation>代码块嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>this expression has more than {0} levels</source>
        <translation>该表达式超过 {0} 层</translation>
    </message>
    <message>
        <source>more than {0} conditions in one expression</source>
        <translation>超过 {0} 个条件写在同一个表达式中</translation>
    </message>
    <message>
        <source>more than {0} comparisons in one expression</source>
        <translation>超过 {0} 个比较写在同一个表达式中</translation>
    </message>
    <message>
        <source>nested more than {0} levels deep</source>
        <translation>嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>the size of a dimension must be an integer, not {0}</source>
        <translation>维度的大小必须是整数，给出的是 {0}</translation>
    </message>
    <message>
        <source>expected the name of a thread, found {0}</source>
        <translation>此处应为线程的名称，给出的是 {0}</translation>
    </message>
    <message>
        <source>this is not an argument of {0}</source>
        <translation>该参数不适用于 {0}</translation>
    </message>
    <message>
        <source>an index must be an integer, but this has type {0}</source>
        <translation>索引必须是整数，而其类型为 {0}</translation>
    </message>
    <message>
        <source>a value of type {0} cannot be cast to {1}</source>
        <translation>类型为 {0} 的值不能转换为 {1}</translation>
    </message>
    <message>
        <source>a vector has from 2 to 4096 lanes, not {0}</source>
        <translation>向量的通道数为 2 到 4096，而不是 {0}</translation>
    </message>
    <message>
        <source>T.{0} takes a number, but this has type {1}</source>
        <translation>T.{0} 需要单个数值，而其类型为 {1}</translation>
    </message>
    <message>
        <source>T.{0} takes numbers, but this is {1}</source>
        <translation>T.{0} 需要数值，给出的是 {1}</translation>
    </message>
    <message>
        <source>a value of type {0} is assigned to {1} of type {2}</source>
        <translation>类型为 {0} 的值被赋给 {1}，其类型为 {2}</translation>
    </message>
    <message>
        <source>a value of type {0} cannot be stored in {1}, where elements of type {2} are written</source>
        <translation>类型为 {0} 的值不能存入 {1}，因为该处以 {2} 类型的元素写入</translation>
    </message>
    <message>
        <source>expected a value, found {0}</source>
        <translation>此处应为值，给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} must be an integer, not {1}</source>
        <translation>{0} 必须是整数，给出的是 {1}</translation>
    </message>
    <message>
        <source>{0} must be a constant integer, not {1}</source>
        <translation>{0} 必须是整型常量，给出的是 {1}</translation>
    </message>
    <message>
        <source>{0} must be a string, not {1}</source>
        <translation>{0} 必须是字符串，给出的是 {1}</translation>
    </message>
    <message>
        <source>a condition must be true or false, but this has type {0}</source>
        <translation>条件必须为真或假，而其类型为 {0}</translation>
    </message>
    <message>
        <source>bitwise operators do not take type {0}</source>
        <translation>按位运算不支持类型 {0}</translation>
    </message>
    <message>
        <source>the value of an axis must be an integer, but this has type {0}</source>
        <translation>轴的值必须是整数，而其类型为 {0}</translation>
    </message>
    <message>
        <source>the extent of an axis must be an integer, not {0}</source>
        <translation>轴的长度必须是整数，给出的是 {0}</translation>
    </message>
    <message>
        <source>expected a map from names to values, found {0}</source>
        <translation>此处应为从名称到值的字典，给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be the value of an annotation</source>
        <translation>{0} 不能作为标注的值</translation>
    </message>
    <message>
        <source>'{0}' is never closed</source>
        <translation>'{0}' 没有闭合</translation>
    </message>
    <message>
        <source>a buffer has no attribute '{0}'</source>
        <translation>缓冲区没有属性 '{0}'</translation>
    </message>
    <message>
        <source>{0} has no attribute '{1}'</source>
        <translation>{0} 没有属性 '{1}'</translation>
    </message>
    <message>
        <source>{0} is not known</source>
        <translation>{0} 是未知的</translation>
    </message>
    <message>
        <source>'{0}' is not defined</source>
        <translation>'{0}' 没有定义</translation>
    </message>
    <message>
        <source>cannot unpack {0}</source>
        <translation>无法解包 {0}</translation>
    </message>
    <message>
        <source>the method {0} is not supported</source>
        <translation>方法 {0} 不受支持</translation>
    </message>
    <message>
        <source>{0} is not supported in a prim_func</source>
        <translation>prim_func 不支持 {0}</translation>
    </message>
    <message>
        <source>`{0}` is not part of the accepted language</source>
        <translation>`{0}` 不属于所支持的语言</translation>
    </message>
    <message>
        <source>'{0}' is not part of the accepted language</source>
        <translation>'{0}' 不属于所支持的语言</translation>
    </message>
    <message>
        <source>{0} has no function marked @T.prim_func</source>
        <translation>{0} 中没有标有 @T.prim_func 的函数</translation>
    </message>
    <message>
        <source>{0} has no function named {1}</source>
        <translation>{0} 中没有函数 {1}</translation>
    </message>
    <message>
        <source>this is not UTF-8 text: byte {0} at offset {1}</source>
        <translation>这不是 UTF-8 文本：字节 {0} 位于偏移 {1}</translation>
    </message>
    <message>
        <source>a tensor has no '{0}'</source>
        <translation>张量没有 '{0}'</translation>
    </message>
    <message>
        <source>an operation has no '{0}'</source>
        <translation>操作没有 '{0}'</translation>
    </message>
    <message>
        <source>a buffer has no '{0}'</source>
        <translation>缓冲区没有 '{0}'</translation>
    </message>
    <message>
        <source>{0} is not computed by this schedule</source>
        <translation>{0} 不由此调度计算</translation>
    </message>
    <message>
        <source>axis {0} is not part of any tensor of this schedule</source>
        <translation>轴 {0} 不属于此调度的任何张量</translation>
    </message>
    <message>
        <source>topi.{0} needs the argument '{1}'</source>
        <translation>topi.{0} 需要参数 '{1}'</translation>
    </message>
    <message>
        <source>te.compute takes a function of the indices, not {0}</source>
        <translation>te.compute 用以索引为参数的函数来计算，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the function of {0} returns no value</source>
        <translation>在 {0} 中，函数没有给出值</translation>
    </message>
    <message>
        <source>the inputs of te.extern must be tensors, not {0}</source>
        <translation>te.extern 的输入是张量，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the function of te.extern must return a call, not {0}</source>
        <translation>te.extern 的函数应给出一个调用，而给出的是 {0}</translation>
    </message>
    <message>
        <source>te.create_schedule takes operations, not {0}</source>
        <translation>te.create_schedule 需要操作，而给出的是 {0}</translation>
    </message>
    <message>
        <source>ib.emit takes a call or a statement, not {0}</source>
        <translation>ib.emit 需要调用或语句，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the function of te.decl_tensor_intrin must return statements, not {0}</source>
        <translation>te.decl_tensor_intrin 的函数应给出语句，而给出的是 {0}</translation>
    </message>
    <message>
        <source>the intrinsic does not match its expression: {0}</source>
        <translation>内建指令与其表达式不符：{0}</translation>
    </message>
    <message>
        <source>te.decl_tensor_intrin takes an operation, not {0}</source>
        <translation>te.decl_tensor_intrin 需要操作，而给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} is not a te.compute: there is nothing to compare the program with</source>
        <translation>{0} 不是 te.compute：没有可与程序比较的内容</translation>
    </message>
    <message>
        <source>binds must be a dictionary from tensors to buffers, not {0}</source>
        <translation>binds 是从张量到缓冲区的字典，而给出的是 {0}</translation>
    </message>
    <message>
        <source>{0} must be a number, not {1}</source>
        <translation>{0} 必须是数，而给出的是 {1}</translation>
    </message>
    <message>
        <source>topi.{0} needs at least one tensor</source>
        <translation>topi.{0} 至少需要一个张量</translation>
    </message>
    <message>
        <source>unknown pool_type "{0}"</source>
        <translation>未知的 pool_type "{0}"</translation>
    </message>
    <message>
        <source>te.{0} reduces one value</source>
        <translation>te.{0} 只归约一个值</translation>
    </message>
    <message>
        <source>{0} takes a type, a name and what the function takes</source>
        <translation>{0} 需要类型、名称，以及函数的参数</translation>
    </message>
    <message>
        <source>{0} needs the name of the function as a string</source>
        <translation>{0} 需要以字符串给出的函数名</translation>
    </message>
    <message>
        <source>{0} needs at least one condition</source>
        <translation>{0} 至少需要一个条件</translation>
    </message>
    <message>
        <source>a reduction axis cannot be {0}</source>
        <translation>归约轴不能是{0}</translation>
    </message>
    <message>
        <source>{0} is an index of the result, not a reduction axis</source>
        <translation>{0} 是结果的索引，不是归约轴</translation>
    </message>
    <message>
        <source>{0} needs at least one axis</source>
        <translation>{0} 至少需要一个轴</translation>
    </message>
    <message>
        <source>{0} takes integers, but an operand has type {1}</source>
        <translation>{0} 用于整数，而一个操作数的类型为 {1}</translation>
    </message>
    <message>
        <source>tir.{0} takes integers</source>
        <translation>tir.{0} 用于整数</translation>
    </message>
    <message>
        <source>tir.{0} takes floats, but an operand has type {1}</source>
        <translation>tir.{0} 用于浮点数，而一个操作数的类型为 {1}</translation>
    </message>
    <message>
        <source>indices have no names, but '{0}' is given</source>
        <translation>索引没有名称，而给出了 '{0}'</translation>
    </message>
    <message>
        <source>te.create_schedule creates another program here than {0}</source>
        <translation>te.create_schedule 在此生成的程序不同于 {0}</translation>
    </message>
    <message>
        <source>a parameter must be a tensor or a variable, not {0}</source>
        <translation>参数必须是张量或变量，而给出的是 {0}</translation>
    </message>
    <message>
        <source>{0}(...) must be the whole body of a compute</source>
        <translation>{0}(...) 必须是计算的整个主体</translation>
    </message>
    <message>
        <source>{0} of shape {1} has another number of elements than {2}</source>
        <translation>{0}，形状为 {1}，其元素个数不同于 {2}</translation>
    </message>
    <message>
        <source>{0} is given as {1}</source>
        <translation>{0} 给出的是 {1}</translation>
    </message>
    <message>
        <source>{0} of shape {1} cannot be joined to {2} of shape {3}</source>
        <translation>{0}，形状为 {1}，不能连接到 {2}，形状为 {3}</translation>
    </message>
    <message>
        <source>{0} must have {1} axes, but its shape is {2}</source>
        <translation>{0} 必须有 {1} 个轴，而其形状为 {2}</translation>
    </message>
    <message>
        <source>a size of a shape must be an integer, but has type {0}</source>
        <translation>形状的大小必须是整数，而其类型为 {0}</translation>
    </message>
    <message>
        <source>a size of a shape cannot be {0}</source>
        <translation>形状的大小不能为 {0}</translation>
    </message>
    <message>
        <source>a value of type {1} cannot be shifted by {0}</source>
        <translation>类型为 {1} 的值不能移位 {0}</translation>
    </message>
    <message>
        <source>the function takes {0} indices, but the shape has {1}{2}</source>
        <translation>该函数接受 {0} 个索引，而形状有 {1}{2}</translation>
    </message>
    <message>
        <source>{0} cannot count elements</source>
        <translation>{0} 不能用来计数元素</translation>
    </message>
    <message>
        <source>the indices must be integers, but have type {0}</source>
        <translation>索引必须是整数，而其类型为 {0}</translation>
    </message>
    <message>
        <source>te.{0} takes numbers, but this has type {1}</source>
        <translation>te.{0} 需要数，而给出的类型为 {1}</translation>
    </message>
    <message>
        <source>"{0}" is not a data type</source>
        <translation>"{0}" 不是数据类型</translation>
    </message>
    <message>
        <source>{0} is not a data type</source>
        <translation>{0} 不是数据类型</translation>
    </message>
    <message>
        <source>there is no intrinsic "{0}"</source>
        <translation>没有内建函数 "{0}"</translation>
    </message>
    <message>
        <source>where= of {0} must be a condition, but has type {1}</source>
        <translation>{0} 的 where= 须为条件，而其类型为 {1}</translation>
    </message>
    <message>
        <source>{0} is a tensor, but a number is expected</source>
        <translation>{0} 是张量，而这里需要数</translation>
    </message>
    <message>
        <source>{0} cannot be applied: {1}</source>
        <translation>{0} 无法应用：{1}</translation>
    </message>
    <message>
        <source>the assertion failed: {0}</source>
        <translation>断言不成立：{0}</translation>
    </message>
    <message>
        <source>there is no step named '{0}'</source>
        <translation>没有步骤 '{0}'</translation>
    </message>
    <message>
        <source>{0} has no method '{1}'</source>
        <translation>{0} 没有方法 '{1}'</translation>
    </message>
    <message>
        <source>the first argument of {0} must be the schedule</source>
        <translation>组合步骤 {0} 的第一个参数是调度</translation>
    </message>
    <message>
        <source>{0} has no parameter named '{1}'</source>
        <translation>{0} 没有参数 '{1}'</translation>
    </message>
    <message>
        <source>{0}: '{1}' is given twice</source>
        <translation>{0}: '{1}' 被给出两次</translation>
    </message>
    <message>
        <source>{0}: no value for the parameter '{1}'</source>
        <translation>{0}：没有给出参数的值：'{1}'</translation>
    </message>
    <message>
        <source>create_llvm: {0} cannot be chosen here</source>
        <translation>create_llvm：{0} 不能在此处选择</translation>
    </message>
    <message>
        <source>'{0}' is not a step</source>
        <translation>'{0}' 不是步骤</translation>
    </message>
    <message>
        <source>an index map returns indices, not {0}</source>
        <translation>索引映射应给出索引，而不是 {0}</translation>
    </message>
    <message>
        <source>it is not known here how many inputs *{0} collects</source>
        <translation>此处无法得知 *{0} 收集多少个输入</translation>
    </message>
    <message>
        <source>the index map takes {0} inputs or more, but there are {1}</source>
        <translation>索引映射需要 {0} 个或更多输入，现有的个数为 {1}</translation>
    </message>
    <message>
        <source>whether {0} holds is not known while the script runs</source>
        <translation>条件 {0} 是否成立，在脚本执行时无法得知</translation>
    </message>
    <message>
        <source>the dict has no key {0}</source>
        <translation>字典中没有键 {0}</translation>
    </message>
    <message>
        <source>calls are nested more than {0} deep</source>
        <translation>调用嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>a list or text of {0} items is too long</source>
        <translation>含 {0} 项的列表或文本过长</translation>
    </message>
    <message>
        <source>the function made more than {0} list items in total</source>
        <translation>函数生成的列表项超过 {0} 个</translation>
    </message>
    <message>
        <source>'{0}' is used before it has a value</source>
        <translation>'{0}' 在有值之前就被使用</translation>
    </message>
    <message>
        <source>the constant '{0}' is defined in terms of itself</source>
        <translation>常量 '{0}' 是由自身定义的</translation>
    </message>
    <message>
        <source>the name '{0}' is not known here</source>
        <translation>名称 '{0}' 在此处是未知的</translation>
    </message>
    <message>
        <source>the file has no function named '{0}'</source>
        <translation>文件中没有函数 '{0}'</translation>
    </message>
    <message>
        <source>{0} has no parameter for the schedule</source>
        <translation>{0} 没有用于调度的参数</translation>
    </message>
    <message>
        <source>{0} {1} {2} does not fit into 64 bits</source>
        <translation>{0} {1} {2} 超出 64 位的范围</translation>
    </message>
    <message>
        <source>an operation has no attribute '{0}'</source>
        <translation>操作没有属性 '{0}'</translation>
    </message>
    <message>
        <source>compute_at takes the stage of the loop, not {0}</source>
        <translation>compute_at 需要循环所属的阶段，而不是 {0}</translation>
    </message>
    <message>
        <source>loop {0} is not around {1}</source>
        <translation>loop {0} 没有包围 {1}</translation>
    </message>
    <message>
        <source>no loop around block {0} is bound to {1}</source>
        <translation>没有外层循环把块 {0} 绑定到 {1}</translation>
    </message>
    <message>
        <source>a stage has no attribute '{0}'</source>
        <translation>阶段没有属性 '{0}'</translation>
    </message>
    <message>
        <source>set_scope takes the name of a scope, not {0}</source>
        <translation>set_scope 需要存储域的名称，而不是 {0}</translation>
    </message>
    <message>
        <source>a stage has no method '{0}'</source>
        <translation>阶段没有方法 '{0}'</translation>
    </message>
    <message>
        <source>a group has no method '{0}'</source>
        <translation>阶段组没有方法 '{0}'</translation>
    </message>
    <message>
        <source>a tensor has no attribute '{0}'</source>
        <translation>张量没有属性 '{0}'</translation>
    </message>
    <message>
        <source>{0} is an input: no block computes it</source>
        <translation>{0} 是输入：没有块计算它</translation>
    </message>
    <message>
        <source>a stage is selected by a tensor or the name of a block, not by {0}</source>
        <translation>阶段由张量或块名来选择，而不是 {0}</translation>
    </message>
    <message>
        <source>`{0}` does not take {1}</source>
        <translation>`{0}` 不能用于 {1}</translation>
    </message>
    <message>
        <source>`in` a string needs a string, not {0}</source>
        <translation>对字符串使用 `in` 需要字符串，而不是 {0}</translation>
    </message>
    <message>
        <source>the keys of a dict are strings here, not {0}</source>
        <translation>此处字典的键必须是字符串，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be an argument of a step</source>
        <translation>{0} 不能作为步骤的参数</translation>
    </message>
    <message>
        <source>{0} takes conditions, not {1}</source>
        <translation>{0} 需要条件，而不是 {1}</translation>
    </message>
    <message>
        <source>{0} takes at least one condition</source>
        <translation>{0} 至少需要一个条件</translation>
    </message>
    <message>
        <source>get takes a handle, not {0}</source>
        <translation>get 需要句柄，而不是 {0}</translation>
    </message>
    <message>
        <source>seed takes an integer, not {0}</source>
        <translation>seed 需要整数，而不是 {0}</translation>
    </message>
    <message>
        <source>remove_rv takes a handle, not {0}</source>
        <translation>remove_rv 需要句柄，而不是 {0}</translation>
    </message>
    <message>
        <source>join takes strings, not {0}</source>
        <translation>join 需要字符串，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} takes one index, not {1}</source>
        <translation>{0} 只接受一个索引，给出的个数为 {1}</translation>
    </message>
    <message>
        <source>{0} cannot be changed</source>
        <translation>{0} 不能修改</translation>
    </message>
    <message>
        <source>{0} cannot be iterated over</source>
        <translation>{0} 不能遍历</translation>
    </message>
    <message>
        <source>{0} has no length</source>
        <translation>{0} 没有长度</translation>
    </message>
    <message>
        <source>{0} takes an integer, not {1}{2}</source>
        <translation>{0} 需要整数，而不是 {1}{2}</translation>
    </message>
    <message>
        <source>`**` needs a dict, not {0}</source>
        <translation>`**` 需要字典，而不是 {0}</translation>
    </message>
    <message>
        <source>the keys of a dict after `**` are strings, not {0}</source>
        <translation>`**` 之后字典的键必须是字符串，而不是 {0}</translation>
    </message>
    <message>
        <source>create_llvm takes a text in C, not {0}</source>
        <translation>create_llvm 需要一段 C 代码，而不是 {0}</translation>
    </message>
    <message>
        <source>{0}: {1} is not in the list</source>
        <translation>{0}: {1} 不在列表中</translation>
    </message>
    <message>
        <source>{0} of an empty list</source>
        <translation>{0} 不能用于空的序列</translation>
    </message>
    <message>
        <source>{0} does not fit into a 64-bit integer</source>
        <translation>{0} 超出 64 位整数的范围</translation>
    </message>
    <message>
        <source>round takes a number, not {0}</source>
        <translation>round 需要数，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} is not a number</source>
        <translation>{0} 不是数</translation>
    </message>
    <message>
        <source>NumPy has no type {0}</source>
        <translation>NumPy 没有类型 {0}</translation>
    </message>
    <message>
        <source>a string is not a number</source>
        <translation>字符串不是数</translation>
    </message>
    <message>
        <source>{0} takes one value</source>
        <translation>{0} 需要一个值</translation>
    </message>
    <message>
        <source>{0} has no parameter named '{1}' here</source>
        <translation>{0} 没有参数 '{1}'（此处）</translation>
    </message>
    <message>
        <source>astype takes a type</source>
        <translation>astype 需要一个类型</translation>
    </message>
    <message>
        <source>did you mean {0}?</source>
        <translation>是否想写 {0}?</translation>
    </message>
    <message>
        <source>name one of them: {0}.function</source>
        <translation>请指定其中之一：{0}.function</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>它有 {0}</translation>
    </message>
    <message>
        <source>name one of {0}</source>
        <translation>请指定其中之一：{0}</translation>
    </message>
    <message>
        <source>write {0}: type = value</source>
        <translation>请写 {0}: type = value</translation>
    </message>
    <message>
        <source>write its indices: {0}[...]</source>
        <translation>请写出其索引：{0}[...]</translation>
    </message>
    <message>
        <source>the number {0}</source>
        <translation>数 {0}</translation>
    </message>
    <message>
        <source>the string "{0}"</source>
        <translation>字符串 "{0}"</translation>
    </message>
    <message>
        <source>the buffer {0}</source>
        <translation>缓冲区 {0}</translation>
    </message>
    <message>
        <source>the function {0}</source>
        <translation>函数 {0}</translation>
    </message>
    <message>
        <source>the thread {0}</source>
        <translation>线程 {0}</translation>
    </message>
    <message>
        <source>the method {0}</source>
        <translation>方法 {0}</translation>
    </message>
    <message>
        <source>the scalar {0}</source>
        <translation>标量 {0}</translation>
    </message>
    <message>
        <source>an inline function</source>
        <translation>内联函数</translation>
    </message>
    <message>
        <source>write {0}: T.let = value</source>
        <translation>写作 {0}: T.let = value</translation>
    </message>
    <message>
        <source>assign a number, or an expression of numbers, to {0}</source>
        <translation>把数或由数组成的表达式赋给 {0}</translation>
    </message>
    <message>
        <source>write {0}: T.Buffer(shape, dtype), or a scalar type such as T.int32</source>
        <translation>请写 {0}: T.Buffer(shape, dtype)，或标量类型，例如 T.int32</translation>
    </message>
    <message>
        <source>'{0}' is not a number</source>
        <translation>'{0}' 不是数</translation>
    </message>
    <message>
        <source>the integer {0} does not fit into 64 signed bits</source>
        <translation>整数 {0} 超出 64 位有符号整数的范围</translation>
    </message>
    <message>
        <source>add the closing {0}</source>
        <translation>补上结尾的 {0}</translation>
    </message>
    <message>
        <source>shift by 0 to {0}</source>
        <translation>移位数为 0 到 {0}</translation>
    </message>
    <message>
        <source>reduction axes go into te.sum(..., axis={0}); indices are the parameters of the function</source>
        <translation>归约轴写在 te.sum(..., axis={0}) 中，索引是函数的参数</translation>
    </message>
    <message>
        <source>choose the function of this schedule; first difference: {0}</source>
        <translation>选择属于此调度的函数；第一处差异：{0}</translation>
    </message>
    <message>
        <source>, and this is {0}</source>
        <translation>，而给出的是 {0}</translation>
    </message>
    <message>
        <source>write {0}(s, [A, B, C])</source>
        <translation>请写 {0}(s, [A, B, C])</translation>
    </message>
    <message>
        <source>ask the stage: s[{0}].op.reduce_axis</source>
        <translation>从阶段取得：s[{0}].op.reduce_axis</translation>
    </message>
    <message>
        <source>axes are counted from 0 to {0}, or from the last as -1</source>
        <translation>轴的编号从 0 到 {0}，或从最后一个轴起以 -1 计</translation>
    </message>
    <message>
        <source>its axes are {0}</source>
        <translation>其轴为 {0}</translation>
    </message>
    <message>
        <source>the axis {0}</source>
        <translation>轴 {0}</translation>
    </message>
    <message>
        <source>the operation {0}</source>
        <translation>操作 {0}</translation>
    </message>
    <message>
        <source>the reduction {0}</source>
        <translation>归约 {0}</translation>
    </message>
    <message>
        <source>the reducer {0}</source>
        <translation>归约运算 {0}</translation>
    </message>
    <message>
        <source>the tensor intrinsic {0}</source>
        <translation>张量内建指令 {0}</translation>
    </message>
    <message>
        <source>the module {0}</source>
        <translation>模块 {0}</translation>
    </message>
    <message>
        <source>index it: {0}[...]</source>
        <translation>请写出索引：{0}[...]</translation>
    </message>
    <message>
        <source>make it a tensor of its own, S = te.compute(..., lambda ...: te.{0}(...)), and write S[...] here</source>
        <translation>把它单独做成一个张量，S = te.compute(..., lambda ...: te.{0}(...))，并在此处写 S[...]</translation>
    </message>
    <message>
        <source>the tensor {0}</source>
        <translation>张量 {0}</translation>
    </message>
    <message>
        <source>a part of the tensor {0}</source>
        <translation>张量的一部分：{0}</translation>
    </message>
    <message>
        <source>write {0}[i, j]</source>
        <translation>请写 {0}[i, j]</translation>
    </message>
    <message>
        <source>give it with --bind {0}=16</source>
        <translation>请这样给出：--bind {0}=16</translation>
    </message>
    <message>
        <source>the body of {0} is not a single block without iteration variables</source>
        <translation>{0} 的主体不是一个没有迭代变量的块</translation>
    </message>
    <message>
        <source>{0} differ in their data type</source>
        <translation>{0} 的数据类型不同</translation>
    </message>
    <message>
        <source>{0} differ in the number of their dimensions</source>
        <translation>{0} 的维度数不同</translation>
    </message>
    <message>
        <source>{0} differ in their shape, or it is not constant</source>
        <translation>{0} 的形状不同，或不是常数</translation>
    </message>
    <message>
        <source>the arguments are {0}</source>
        <translation>参数为：{0}</translation>
    </message>
    <message>
        <source>the loops are {0}</source>
        <translation>循环有：{0}</translation>
    </message>
    <message>
        <source>say which: {0}</source>
        <translation>请指明是哪一个：{0}</translation>
    </message>
    <message>
        <source>it became {0}</source>
        <translation>它变成了 {0}</translation>
    </message>
    <message>
        <source>a block with the unique name "{0}"</source>
        <translation>名称唯一的块 "{0}"</translation>
    </message>
    <message>
        <source>block "{0}"</source>
        <translation>块 "{0}"</translation>
    </message>
    <message>
        <source>the functions are {0}</source>
        <translation>函数有：{0}</translation>
    </message>
    <message>
        <source>the string {0}</source>
        <translation>字符串 {0}</translation>
    </message>
    <message>
        <source>the expression {0}</source>
        <translation>表达式 {0}</translation>
    </message>
    <message>
        <source>name one of them: {0}</source>
        <translation>请指定其中之一：{0}</translation>
    </message>
    <message>
        <source>its operands, from 0 on, are {0}</source>
        <translation>其操作数（从 0 编号）为 {0}</translation>
    </message>
    <message>
        <source>declare at least {0}</source>
        <translation>至少声明 {0}</translation>
    </message>
    <message>
        <source>it uses {0}</source>
        <translation>它使用 {0}</translation>
    </message>
    <message>
        <source>for example {0}</source>
        <translation>例如 {0}</translation>
    </message>
    <message>
        <source>make one factor None, or choose factors with a product of {0} or more</source>
        <translation>将一个因子设为 None，或选择因子使其乘积为 {0} 或更大</translation>
    </message>
    <message>
        <source>{0} is read with several indices</source>
        <translation>{0} 以多个索引被读取</translation>
    </message>
    <message>
        <source>its readers there are {0}</source>
        <translation>它在那里的读取者：{0}</translation>
    </message>
    <message>
        <source>its reduction loops are {0}</source>
        <translation>其归约循环为 {0}</translation>
    </message>
    <message>
        <source>start with the identity and combine {0} in a separate block</source>
        <translation>以单位元为初值，并在单独的块中结合 {0}</translation>
    </message>
    <message>
        <source>give block {0} a nest of its own first</source>
        <translation>先给块 {0} 一个自己的循环嵌套</translation>
    </message>
    <message>
        <source>choose parts with a sum of {0} or less</source>
        <translation>选择各部分，使其总和为 {0} 或更小</translation>
    </message>
    <message>
        <source>the axes are {0}</source>
        <translation>可用的轴有 {0}</translation>
    </message>
    <message>
        <source>it does not read {0}</source>
        <translation>它不读取 {0}</translation>
    </message>
    <message>
        <source>write lambda {0}: {1}</source>
        <translation>请写 lambda {0}: {1}</translation>
    </message>
    <message>
        <source>cache_read, cache_write or set_scope with "{0}" first</source>
        <translation>先用 cache_read、cache_write 或 set_scope，存储域为 "{0}" first</translation>
    </message>
    <message>
        <source>register one in the file: TensorIntrin.register("{0}", desc, impl)</source>
        <translation>在文件中注册一个：TensorIntrin.register("{0}", desc, impl)</translation>
    </message>
    <message>
        <source>the file registers {0}</source>
        <translation>文件中已注册 {0}</translation>
    </message>
    <message>
        <source>list each of these once: {0}</source>
        <translation>以下各项恰好出现一次：{0}</translation>
    </message>
    <message>
        <source>its iteration variable {0} is not spatial</source>
        <translation>它的迭代变量 {0} 不是空间迭代变量</translation>
    </message>
    <message>
        <source>it allocates {0}</source>
        <translation>它分配 {0}</translation>
    </message>
    <message>
        <source>they read {0}</source>
        <translation>它们读取 {0}</translation>
    </message>
    <message>
        <source>it uses {0} as an index</source>
        <translation>它使用 {0} 作为索引</translation>
    </message>
    <message>
        <source>the blocks are {0}</source>
        <translation>现有的块为 {0}</translation>
    </message>
    <message>
        <source>write it as T.{0}(...)</source>
        <translation>写成 T.{0}(...)</translation>
    </message>
    <message>
        <source>keep one dimension of a parameter that is {0}</source>
        <translation>为某个参数保留一个维度，其大小为 {0}</translation>
    </message>
    <message>
        <source>its loops are {0}</source>
        <translation>它的循环有：{0}</translation>
    </message>
    <message>
        <source>the guard {0}</source>
        <translation>守卫条件 {0}</translation>
    </message>
    <message>
        <source>specify which one: ("read", {0}) or ("write", {1})</source>
        <translation>请指明是哪一个：("read", {0}) 还是 ("write", {1})</translation>
    </message>
    <message>
        <source>it reads {0} and writes {1}</source>
        <translation>它读取 {0}，写入 {1}</translation>
    </message>
    <message>
        <source>the value that it combines is read from {0}, which it writes</source>
        <translation>它所结合的值读自 {0}，而它又写入该缓冲区</translation>
    </message>
    <message>
        <source>the block has no {0}</source>
        <translation>该块没有 {0}</translation>
    </message>
    <message>
        <source>choose a loop around {0}</source>
        <translation>选择包围它们的循环：{0}</translation>
    </message>
    <message>
        <source>move block {0} under the loop first, or merge the nests</source>
        <translation>先把块 {0} 移到该循环之下，或合并循环嵌套</translation>
    </message>
    <message>
        <source>two of its iterations might write the same element of {0}</source>
        <translation>它的两次迭代可能写入 {0} 的同一个元素</translation>
    </message>
    <message>
        <source>two of its iterations might write the same element of {0}, which depends on values of {1}</source>
        <translation>它的两次迭代可能写入 {0} 的同一个元素，这取决于 {1} 中的值</translation>
    </message>
    <message>
        <source>if no two iterations of block {0} write the same element of {1}, promise it: annotate({2}, {3}, 1)</source>
        <translation>如果块 {0} 没有两次迭代写入 {1} 的同一个元素，请作出承诺：annotate({2}, {3}, 1)</translation>
    </message>
    <message>
        <source>{0} has several writers</source>
        <translation>{0} 有多个写入者</translation>
    </message>
    <message>
        <source>its producer {0} is under the loop and may not have computed enough</source>
        <translation>它的生产者 {0} 位于该循环之下，可能尚未算出足够的内容</translation>
    </message>
    <message>
        <source>it may read elements of {0} that are not computed yet</source>
        <translation>它可能读取 {0} 中尚未算出的元素</translation>
    </message>
    <message>
        <source>it reads {0} at an index that is not one of its iteration variables</source>
        <translation>它读取 {0} 时所用的索引不是它的迭代变量之一</translation>
    </message>
    <message>
        <source>its producer {0} is a reduction</source>
        <translation>它的生产者 {0} 是归约</translation>
    </message>
    <message>
        <source>its consumer {0} runs before it</source>
        <translation>它的消费者 {0} 位于它之前</translation>
    </message>
    <message>
        <source>{0} before its loops are peeled</source>
        <translation>{0} 应在其循环被剥离之前进行</translation>
    </message>
    <message>
        <source>{0} it before binding</source>
        <translation>{0} 应在绑定之前进行</translation>
    </message>
    <message>
        <source>{0} first and annotate the result, or unannotate it</source>
        <translation>{0} 应先进行，再给结果加标注；或者先用 unannotate 去掉标注</translation>
    </message>
    <message>
        <source>{0} (written by block {1})</source>
        <translation>{0} (写入者为块 {1})</translation>
    </message>
    <message>
        <source>the indices of {0} are read from {1}</source>
        <translation>缓冲区 {0} 的索引读自 {1}</translation>
    </message>
    <message>
        <source>the composite {0}</source>
        <translation>组合步骤 {0}</translation>
    </message>
    <message>
        <source>write def {0}(sch): ...</source>
        <translation>请写 def {0}(sch): ...</translation>
    </message>
    <message>
        <source>choose one of: {0}</source>
        <translation>选择其一：{0}</translation>
    </message>
    <message>
        <source>{0} There are: {1}</source>
        <translation>{0} 现有：{1}</translation>
    </message>
    <message>
        <source>the primitive {0}</source>
        <translation>原语 {0}</translation>
    </message>
    <message>
        <source>loops: {0}</source>
        <translation>循环：{0}</translation>
    </message>
    <message>
        <source>blocks: {0}</source>
        <translation>块：{0}</translation>
    </message>
    <message>
        <source>loops: {0}; blocks: {1}</source>
        <translation>循环：{0}；块：{1}</translation>
    </message>
    <message>
        <source>the operation of {0}</source>
        <translation>张量操作 {0}</translation>
    </message>
    <message>
        <source>the stage of {0}</source>
        <translation>阶段 {0}</translation>
    </message>
    <message>
        <source>the loops around it are {0}</source>
        <translation>包围它的循环有 {0}</translation>
    </message>
    <message>
        <source>bind one first: s[B].bind(axis, thread_axis("{0}"))</source>
        <translation>先绑定一个：s[B].bind(axis, thread_axis("{0}"))</translation>
    </message>
    <message>
        <source>blocks and loops have it: sch.{0}(...)</source>
        <translation>块和循环有此方法：sch.{0}(...)</translation>
    </message>
    <message>
        <source>it has op: {0}.op.axis</source>
        <translation>它有 op：{0}.op.axis</translation>
    </message>
    <message>
        <source>write {0}(sch, ...)</source>
        <translation>请写 {0}(sch, ...)</translation>
    </message>
    <message>
        <source>the name {0}</source>
        <translation>名称 {0}</translation>
    </message>
    <message>
        <source>the thread axis {0}</source>
        <translation>线程轴 {0}</translation>
    </message>
    <message>
        <source>the format '{0}' is not understood</source>
        <translation>格式 '{0}' 无法识别</translation>
    </message>
    <message>
        <source>the format '{0}' does not apply to {1}</source>
        <translation>格式 '{0}' 不适用于 {1}</translation>
    </message>
    <message>
        <source>at most {0} are allowed</source>
        <translation>最多 {0} 项</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>超过 {0}</translation>
    </message>
    <message>
        <source>a common symbol ({0})</source>
        <translation>公共符号 ({0})</translation>
    </message>
    <message>
        <source>relocation type {0}</source>
        <translation>重定位类型 {0}</translation>
    </message>
    <message>
        <source>an address out of range for relocation type {0}</source>
        <translation>超出重定位可及范围的地址，重定位类型为 {0}</translation>
    </message>
    <message>
        <source>compile for this machine's processor; {0}</source>
        <translation>请为本机的处理器编译；{0}</translation>
    </message>
    <message>
        <source>waits at another barrier{0}</source>
        <translation>在另一个屏障处等待 {0}</translation>
    </message>
    <message>
        <source>a store to one element of {0}</source>
        <translation>写入单个元素，缓冲区为 {0}</translation>
    </message>
    <message>
        <source>write .astype("{0}")</source>
        <translation>请写 .astype("{0}")</translation>
    </message>
    <message>
        <source>the function np.{0}</source>
        <translation>函数 np.{0}</translation>
    </message>
    <message>
        <source>it exited with code {0}</source>
        <translation>它以代码 {0} 退出</translation>
    </message>
    <message>
        <source>there is no type '{0}'</source>
        <translation>没有类型 '{0}'</translation>
    </message>
    <message>
        <source>LLVM has no target machine for {0}</source>
        <translation>LLVM 没有 {0} 的目标机器</translation>
    </message>
    <message>
        <source>there is no parser for {0}</source>
        <translation>没有相应的解析器，目标为 {0}</translation>
    </message>
    <message>
        <source>the line is: {0}</source>
        <translation>该行内容：{0}</translation>
    </message>
    <message>
        <source>it did not finish within {0} s</source>
        <translation>它未在时限内完成，时限为 {0} s</translation>
    </message>
    <message>
        <source>the pointer {0} = {1}</source>
        <translation>指针 {0} = {1}</translation>
    </message>
    <message>
        <source> in block {0}</source>
        <translation>，位于块 {0}</translation>
    </message>
    <message>
        <source>the models are {0}</source>
        <translation>可用的模型有 {0}</translation>
    </message>
    <message>
        <source>`ssh {0} true` must work without a password prompt</source>
        <translation>`ssh {0} true` 必须无需输入密码就能执行</translation>
    </message>
    <message>
        <source>{0} is skipped: {1}</source>
        <translation>{0} 已略去: {1}</translation>
    </message>
    <message>
        <source>{0}; the blocks are {1}</source>
        <translation>{0}; 现有的块为 {1}</translation>
    </message>
    <message>
        <source>for example -o kernel{0}</source>
        <translation>例如 -o kernel{0}</translation>
    </message>
    <message>
        <source>{0} takes at most {1} arguments, but {2} are given</source>
        <translation>{0} 最多接受 {1} 个参数，给出了 {2} 个</translation>
    </message>
    <message>
        <source>the argument {0} of {1} is given twice</source>
        <translation>{1} 的参数 {0} 被给出两次</translation>
    </message>
    <message>
        <source>{0} takes {1}{2}{3}{4}</source>
        <translation>{0} 需要 {1}{2}{3}{4}</translation>
    </message>
    <message>
        <source>T.{0} takes {1}{2}{3}{4}{5}</source>
        <translation>T.{0} 需要{1} {2}{3}{4}{5}</translation>
    </message>
    <message>
        <source>the function {0} of the module has no decorator</source>
        <translation>模块中的函数 {0} 没有装饰器</translation>
    </message>
    <message>
        <source>there are two functions named {0}</source>
        <translation>有两个函数名为 {0}</translation>
    </message>
    <message>
        <source>there are two parameters named {0}</source>
        <translation>有两个参数名为 {0}</translation>
    </message>
    <message>
        <source>expected an indented block after the {0} line</source>
        <translation>{0} 行之后应有缩进的块</translation>
    </message>
    <message>
        <source>index {0} of a list of {1}</source>
        <translation>索引 {0} 超出长度为 {1} 的列表的范围</translation>
    </message>
    <message>
        <source>there are two intrinsics named "{0}"</source>
        <translation>有两个内建指令名为 "{0}"</translation>
    </message>
    <message>
        <source>this block already has a T.{0}</source>
        <translation>此块已有 T.{0}</translation>
    </message>
    <message>
        <source>expected ':' at the end of the {0} line</source>
        <translation>{0} 行的末尾应有 ':'</translation>
    </message>
    <message>
        <source>there are {0} strides for {1} dimensions</source>
        <translation>有 {0} 个步长，而维度为 {1} 个</translation>
    </message>
    <message>
        <source>{0} has {1} dimensions, but its source {2} has only {3}</source>
        <translation>{0} 有 {1} 个维度，其来源 {2} 只有 {3} 个</translation>
    </message>
    <message>
        <source>{0} has {1}{2}{3} indices</source>
        <translation>{0} 有 {1}{2}{3} 个索引</translation>
    </message>
    <message>
        <source>{0} has {1}{2}, but {3}{4} given</source>
        <translation>{0} 有 {1}{2}，但{4} {3}</translation>
    </message>
    <message>
        <source>{0} is longer than {1}, which has {2} elements</source>
        <translation>{0} 比 {1} 更长，后者有 {2} 个元素</translation>
    </message>
    <message>
        <source>{0} has elements of type {1}, not {2}</source>
        <translation>{0} 的元素类型为 {1}，而不是 {2}</translation>
    </message>
    <message>
        <source>{0} is not a value of type {1}</source>
        <translation>{0} 不是类型 {1} 的合法值</translation>
    </message>
    <message>
        <source>type {0} has no such value</source>
        <translation>类型 {0} 没有这样的值</translation>
    </message>
    <message>
        <source>T.reinterpret keeps the bits: {0} has {1}, but {2} has {3}; T.Cast keeps the value</source>
        <translation>T.reinterpret 保持各位不变：{0} 有 {1} 位，{2} 有 {3} 位；T.Cast 则保持数值</translation>
    </message>
    <message>
        <source>{0} values for {1} names</source>
        <translation>{0} 个值，对应 {1} 个名称</translation>
    </message>
    <message>
        <source>`else` of a `{0}` loop is not part of the accepted language</source>
        <translation>`{0}` 循环的 `else` 不属于所接受的语言</translation>
    </message>
    <message>
        <source>{0} has {1} functions</source>
        <translation>{0} 有 {1} 个函数</translation>
    </message>
    <message>
        <source>{0} has no '{1}' here</source>
        <translation>{0} 在此处没有 '{1}'</translation>
    </message>
    <message>
        <source>{0} has no stage any more: {1} consumed it</source>
        <translation>{0} 已没有阶段：{1} 已将其消耗</translation>
    </message>
    <message>
        <source>axis {0} is no longer an axis of {1}</source>
        <translation>轴 {0} 已不是张量 {1} 的轴</translation>
    </message>
    <message>
        <source>{0} takes the schedule first{1}</source>
        <translation>{0} 的第一个参数是调度{1}</translation>
    </message>
    <message>
        <source>buffer {0} has {1} dimensions and {2} strides</source>
        <translation>缓冲区 {0} 有 {1} 个维度和 {2} 个步长</translation>
    </message>
    <message>
        <source>binds maps {0} to {1} instead of a buffer</source>
        <translation>binds 为 {0} 给出 {1}，而此处应为缓冲区</translation>
    </message>
    <message>
        <source>{0} must be a tensor{1}</source>
        <translation>{0} 必须是张量{1}</translation>
    </message>
    <message>
        <source>topi.nn.pad needs one number for each of the {0} axes</source>
        <translation>topi.nn.pad 需要为 {0} 个轴各给一个数</translation>
    </message>
    <message>
        <source>depth must be positive, not {0}</source>
        <translation>depth 须为正数，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} needs one number, or one for each of the {1} axes</source>
        <translation>{0} 需要一个数，或为 {1} 个轴各给一个</translation>
    </message>
    <message>
        <source>{0} is {1}, and must be at least {2}</source>
        <translation>{0} 为 {1}，而它至少须为 {2}</translation>
    </message>
    <message>
        <source>{0} takes at most {1}{2}, but {3} are given</source>
        <translation>{0} 最多接受 {1}{2}，给出了 {3} 个</translation>
    </message>
    <message>
        <source>{0} is {1}, but the tensor has {2}{3}</source>
        <translation>{0} 为 {1}，而张量有 {2}{3}</translation>
    </message>
    <message>
        <source>axes name axis {0} twice</source>
        <translation>axes 两次列出轴 {0}</translation>
    </message>
    <message>
        <source>axes must name each of the {0} axes once</source>
        <translation>axes 必须把 {0} 个轴各列出一次</translation>
    </message>
    <message>
        <source>axis= of {0} cannot be {1}</source>
        <translation>{0} 的 axis= 不能是{1}</translation>
    </message>
    <message>
        <source>axis {0} is given twice</source>
        <translation>轴 {0} 被给出两次</translation>
    </message>
    <message>
        <source>the shapes of {0} and {1} do not match: {2} and {3}</source>
        <translation>{0} 与 {1} 的形状不相容：{2} 与 {3}</translation>
    </message>
    <message>
        <source>argument {0} of {1} must be a condition, but has type {2}</source>
        <translation>{1} 的参数 {0} 须为条件，而其类型为 {2}</translation>
    </message>
    <message>
        <source>{0} is not a type for tir.{1}</source>
        <translation>{0} 不是 tir.{1} 的类型</translation>
    </message>
    <message>
        <source>{0} is not an axis of {1}</source>
        <translation>{0} 不是 {1} 的轴</translation>
    </message>
    <message>
        <source>index {0} of {1} must be an integer, but has type {2}</source>
        <translation>{1} 的索引 {0} 须为整数，而其类型为 {2}</translation>
    </message>
    <message>
        <source>{0} has {1} but is indexed with {2}</source>
        <translation>{0} 有 {1}，却用 {2} 个索引访问</translation>
    </message>
    <message>
        <source>{0} has {1}, but only {2} of them {3} indexed</source>
        <translation>{0} 有 {1}，而其中只有 {2} 个{3}索引</translation>
    </message>
    <message>
        <source>init= of {0} has {1} values for {2} results</source>
        <translation>{0} 的 init= 有 {1} 个值，对应 {2} 个结果</translation>
    </message>
    <message>
        <source>{0}{1} returns {2} values for {3}</source>
        <translation>{0}{1} 为 {3} 个结果给出 {2} 个值</translation>
    </message>
    <message>
        <source>{0}(...) must be the whole body of a compute, but is one of {1} results</source>
        <translation>{0}(...) 必须是计算的整个主体，而它只是 {1} 个结果之一</translation>
    </message>
    <message>
        <source>{0}: {1} and {2} differ</source>
        <translation>{0}：{1} 与 {2} 不相等</translation>
    </message>
    <message>
        <source>the expression has more than {0} parts</source>
        <translation>表达式超过 {0} 个部分</translation>
    </message>
    <message>
        <source>the expression is nested more than {0} deep</source>
        <translation>表达式的嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>{0} has no function '{1}' here</source>
        <translation>{0} 在此处没有函数 '{1}'</translation>
    </message>
    <message>
        <source>tir.decl_buffer with {0} is not supported here</source>
        <translation>此处不支持带 {0} 的 tir.decl_buffer</translation>
    </message>
    <message>
        <source>the ir_builder has no method '{0}' here</source>
        <translation>ir_builder 在此处没有方法 '{0}'</translation>
    </message>
    <message>
        <source>cannot read {0}</source>
        <translation>无法读取 {0}</translation>
    </message>
    <message>
        <source>no name is given</source>
        <translation>没有给出名称</translation>
    </message>
    <message>
        <source>{0}: the session is truncated or damaged here</source>
        <translation>{0}：会话在此处中断或已损坏</translation>
    </message>
    <message>
        <source>this is not a link to a session</source>
        <translation>这不是指向会话的链接</translation>
    </message>
    <message>
        <source>the session in this link is damaged</source>
        <translation>此链接中的会话已损坏</translation>
    </message>
    <message>
        <source>the link is longer than {0} bytes</source>
        <translation>链接超过 {0} 字节</translation>
    </message>
    <message>
        <source>the session in this link has more than {0} bytes</source>
        <translation>此链接中的会话超过 {0} 字节</translation>
    </message>
    <message>
        <source>a page of all steps has such a link: Open in Loopwright</source>
        <translation>包含所有步骤的网页有这样的链接：Open in Loopwright</translation>
    </message>
    <message>
        <source>copy the whole address, or save the session from the page</source>
        <translation>请复制完整的地址，或从网页中保存会话</translation>
    </message>
    <message>
        <source>this is not a session of Loopwright</source>
        <translation>这不是 Loopwright 的会话</translation>
    </message>
    <message>
        <source>version: the session has no version number</source>
        <translation>version：会话没有版本号</translation>
    </message>
    <message>
        <source>the session has version {0}, but this program reads up to {1}</source>
        <translation>会话的版本为 {0}，本程序最高能读取 {1}</translation>
    </message>
    <message>
        <source>function {0} is not in the text of {1} that the variants were made from</source>
        <translation>函数 {0} 不在这些变体所属的 {1} 的文本中</translation>
    </message>
    <message>
        <source>there is no help page for {0}</source>
        <translation>{0} 没有帮助页</translation>
    </message>
    <message>
        <source>the example of the page for {0} does not run: {1}</source>
        <translation>{0} 帮助页的示例不能运行：{1}</translation>
    </message>
    <message>
        <source>{0} takes {1}</source>
        <translation>{0} 需要 {1}</translation>
    </message>
    <message>
        <source>{0} takes {1} argument{2}, but {3} were given</source>
        <translation>{0} 需要 {1} 个参数，给出了 {3} 个</translation>
    </message>
    <message>
        <source>'{0}' is {1} and cannot be called</source>
        <translation>'{0}' 是 {1}，不能被调用</translation>
    </message>
    <message>
        <source>index {0} is out of range for {1} item{2}</source>
        <translation>索引 {0} 超出范围，共有 {1} 项</translation>
    </message>
    <message>
        <source>a range has a start and an end, not {0} values</source>
        <translation>范围由起点和终点组成，而不是 {0} 个值</translation>
    </message>
    <message>
        <source>stopped after {0} steps</source>
        <translation>执行 {0} 步后已停止</translation>
    </message>
    <message>
        <source>the file has no schedule function{0}</source>
        <translation>文件中没有调度函数{0}</translation>
    </message>
    <message>
        <source>the negative of {0} does not fit into 64 bits</source>
        <translation>{0} 的相反数超出 64 位的范围</translation>
    </message>
    <message>
        <source>axis {0} of block {1} has no loop: it has one value there</source>
        <translation>块 {1} 的轴 {0} 没有循环：它在那里只有一个值</translation>
    </message>
    <message>
        <source>{0} {1} {2} earlier</source>
        <translation>{0} 之前已{1} {2}</translation>
    </message>
    <message>
        <source>`{0}` does not take {1} and {2}</source>
        <translation>`{0}` 不能用于 {1} 与 {2}</translation>
    </message>
    <message>
        <source>{0} and {1} cannot be ordered</source>
        <translation>{0} 与 {1} 之间没有大小次序</translation>
    </message>
    <message>
        <source>the copy of block "{0}" cannot be double buffered: {1}</source>
        <translation>块 "{0}" 的复制不能使用双缓冲：{1}</translation>
    </message>
    <message>
        <source>the software pipeline of loop {0} cannot be built: {1}</source>
        <translation>无法建立循环 {0} 的软件流水线：{1}</translation>
    </message>
    <message>
        <source>in the software pipeline of loop {0}, statement {1} ({2}, stage {3}) {4} {5} after statement {6} ({7}, stage {8}) {9}, but would run first</source>
        <translation>在循环 {0} 的软件流水线中，语句 {1}（{2}，阶段 {3}）在语句 {6}（{7}，阶段 {8}）{9}之后{4} {5}，却会排在前面</translation>
    </message>
    <message>
        <source>threads read elements of {0} that other threads write, but memory of the scope local is private to one thread</source>
        <translation>线程读取其他线程写入的 {0} 的元素，而 local 作用域的内存只属于一个线程</translation>
    </message>
    <message>
        <source>the reduction of block "{0}" over the threads of {1} cannot be lowered: {2}</source>
        <translation>块 "{0}" 在 {1} 的线程上的归约无法降级：{2}</translation>
    </message>
    <message>
        <source>a kernel updates {0} atomically in block "{1}" and also initialises or reads it in block "{2}", but its thread blocks cannot wait for each other</source>
        <translation>某内核在块 "{1}" 中以原子方式更新 {0}，又在块 "{2}" 中初始化或读取它，而其线程块不能互相等待</translation>
    </message>
    <message>
        <source>thread blocks in one kernel access the same elements of {0}, and they run in no fixed order</source>
        <translation>同一内核中的线程块访问 {0} 的相同元素，而它们的执行次序不定</translation>
    </message>
    <message>
        <source>a thread block of {0} threads ({1}) exceeds the device's limit of {2}</source>
        <translation>{0} 个线程的线程块（{1}）超过设备的上限 {2}</translation>
    </message>
    <message>
        <source>{0} has {1} iterations, but the device's limit is {2}</source>
        <translation>{0} 有 {1} 次迭代，设备的上限为 {2}</translation>
    </message>
    <message>
        <source>a thread block needs {0} bytes of shared memory ({1}), but the device has {2}</source>
        <translation>一个线程块需要 {0} 字节共享内存（{1}），而设备有 {2} 字节</translation>
    </message>
    <message>
        <source>the size of {0} is not known before the kernel runs: {1}</source>
        <translation>{0} 的大小在内核运行前是未知的：{1}</translation>
    </message>
    <message>
        <source>buffer {0} has the scope {1}, but is used outside of one kernel</source>
        <translation>缓冲区 {0} 的作用域为 {1}，却在单个内核之外使用</translation>
    </message>
    <message>
        <source>buffer {0} has the scope {1}, which this target does not have</source>
        <translation>缓冲区 {0} 的作用域为 {1}，而该目标没有此作用域</translation>
    </message>
    <message>
        <source>{0} runs outside of any kernel, on the host, which only launches kernels</source>
        <translation>{0} 在任何内核之外、即在主机上运行，而主机只启动内核</translation>
    </message>
    <message>
        <source>scalar parameter {0} is {1}, which cannot be passed to kernels</source>
        <translation>标量参数 {0} 的类型为 {1}，不能传给内核</translation>
    </message>
    <message>
        <source>block "{0}" accesses elements of {1}, but memory of the scope {2} is distributed over the threads of a warp, and only matrix operations access it</source>
        <translation>块“{0}”访问 {1} 的元素，但存储域 {2} 的内存分布在一个 warp 的各线程中，只有矩阵运算才能访问</translation>
    </message>
    <message>
        <source>block "{0}" is a matrix operation of 32 threads, the lanes of a warp, which are numbered by threadIdx.x, but {1}</source>
        <translation>块“{0}”是由 32 个线程（一个 warp 的各通道，由 threadIdx.x 编号）共同完成的矩阵运算，但{1}</translation>
    </message>
    <message>
        <source>threadIdx.x has {0} iterations</source>
        <translation>threadIdx.x 有 {0} 次迭代</translation>
    </message>
    <message>
        <source>no loop is bound to threadIdx.x</source>
        <translation>没有循环绑定到 threadIdx.x</translation>
    </message>
    <message>
        <source>block "{0}" is a matrix operation of a warp, but it is inside loop {1}, which divides work among its threads</source>
        <translation>块“{0}”是 warp 的矩阵运算，但它位于循环 {1} 之内，该循环把工作分给 warp 的各线程</translation>
    </message>
    <message>
        <source>a matrix operation of a warp is inside {0} that not all threads of the warp execute in the same way</source>
        <translation>warp 的矩阵运算位于 {0} 之内，而该 warp 的线程并非都以相同方式执行到那里</translation>
    </message>
    <message>
        <source>Stage a matrix product through shared memory to the wgmma instructions of sm_90, which read both operands from there.</source>
        <translation>让矩阵乘积经由共享内存，用 sm_90 的 wgmma 指令计算；指令直接从共享内存读取两个操作数。</translation>
    </message>
    <message>
        <source>Each of groups_m x groups_n warp groups computes 64 rows and an equal part of block_n columns. For every step_k steps of the
reduction all threads copy the needed parts of both operands to shared memory together, as core matrices of 8 rows and 16 bytes.
</source>
        <translation>groups_m x groups_n 个 warp 组各计算 64 行，以及 block_n 列中相等的一份。归约每进行 step_k 步，全部线程一起把两个操作数
所需的部分复制到共享内存，成为 8 行、每行 16 字节的核心矩阵。
</translation>
    </message>
    <message>
        <source>columns of a thread block's tile; 64, 128 or 256 for each warp group</source>
        <translation>线程块的分块的列数；每个 warp 组为 64、128 或 256 列</translation>
    </message>
    <message>
        <source>warp groups along the rows</source>
        <translation>沿行方向的 warp 组数</translation>
    </message>
    <message>
        <source>warp groups along the columns</source>
        <translation>沿列方向的 warp 组数</translation>
    </message>
    <message>
        <source>the second operand is stored by columns; elements of one byte have to be</source>
        <translation>第二个操作数按列存储；一个字节的元素必须如此</translation>
    </message>
    <message>
        <source>four warps of a warp group multiply together, but threadIdx.x, which numbers the 32 lanes of a warp, has {0} iterations, and threadIdx.y, which numbers the warps, has {1}</source>
        <translation>一个 warp 组的四个 warp 一起相乘，但为 warp 的 32 个通道编号的 threadIdx.x 有 {0} 次迭代，为 warp 编号的 threadIdx.y 有 {1} 次</translation>
    </message>
    <message>
        <source>four warps of a warp group multiply together, but inside {0} that not all of them execute in the same way</source>
        <translation>一个 warp 组的四个 warp 一起相乘，但它们位于{0}之内，并非都以相同方式执行到那里</translation>
    </message>
    <message>
        <source>four warps of a warp group multiply 64 rows of {0} that follow each other, 16 by each warp, but with these indices each of them has other rows</source>
        <translation>一个 warp 组的四个 warp 与 {0} 中相连的 64 行相乘，每个 warp 16 行，但按这些下标，它们的行并非如此</translation>
    </message>
    <message>
        <source>four warps of a warp group multiply by the same part of {0}, but with these indices each of them has its own</source>
        <translation>一个 warp 组的四个 warp 与 {0} 的同一部分相乘，但按这些下标，每个 warp 各有自己的部分</translation>
    </message>
    <message>
        <source>bind a loop of 32 iterations to threadIdx.x, and of a multiple of 4 to threadIdx.y</source>
        <translation>把一个 32 次迭代的循环绑定到 threadIdx.x，把迭代次数为 4 的倍数的循环绑定到 threadIdx.y</translation>
    </message>
    <message>
        <source>let conditions and loops around it depend on threadIdx.y only by groups of four</source>
        <translation>使其外层的条件和循环只按四个一组依赖于 threadIdx.y</translation>
    </message>
    <message>
        <source>split the rows by [..., 4, 16], and bind the loop of 4, or what it is the innermost part of, to threadIdx.y</source>
        <translation>把行拆分为 [..., 4, 16]，并把 4 次迭代的循环，或以它为最内层部分的融合循环，绑定到 threadIdx.y</translation>
    </message>
    <message>
        <source>divide columns of the result among groups of four warps: of the loops that are fused and bound to threadIdx.y, the rows are innermost</source>
        <translation>按四个 warp 一组划分结果的列：在融合并绑定到 threadIdx.y 的循环中，行的循环位于最内层</translation>
    </message>
    <message>
        <source>let core matrices of {0} begin at multiples of 16 bytes, in constant distances</source>
        <translation>使 {0} 的核心矩阵始于 16 字节的倍数处，且间距为常数</translation>
    </message>
    <message>
        <source>wgmma exists on sm_90 only; use mma intrinsics for other devices</source>
        <translation>wgmma 只存在于 sm_90；其他设备请使用 mma 内建函数</translation>
    </message>
    <message>
        <source>a statement with operands of single threads</source>
        <translation>操作数因线程而异的语句</translation>
    </message>
    <message>
        <source>tensorize the block with an intrinsic for this scope, for example "wmma_fill_16x16x16_f32" or "wmma_store_16x16x16_f32_shared"</source>
        <translation>用适合该存储域的内建指令张量化该块，例如 "wmma_fill_16x16x16_f32" 或 "wmma_store_16x16x16_f32_shared"</translation>
    </message>
    <message>
        <source>bind a loop of 32 iterations to threadIdx.x, for example in the copy to shared memory, and the loops over warps to threadIdx.y</source>
        <translation>把一个 32 次迭代的循环绑定到 threadIdx.x（例如到共享内存的复制中的循环），并把遍历 warp 的循环绑定到 threadIdx.y</translation>
    </message>
    <message>
        <source>move the block out of loop {0}: all threads of a warp carry out the operation together</source>
        <translation>把该块移出循环 {0}：该运算由 warp 的所有线程共同完成</translation>
    </message>
    <message>
        <source>let conditions and loops around it, and its operands, depend on threadIdx.y and threadIdx.z only, which number the warps</source>
        <translation>使其外层的条件和循环以及其操作数只依赖于为 warp 编号的 threadIdx.y 和 threadIdx.z</translation>
    </message>
    <message>
        <source>the target sm_{2} has no instruction for matrix operations of the shape {0} on {1}</source>
        <translation>目标 sm_{2} 没有形状为 {0}、类型为 {1} 的矩阵运算指令</translation>
    </message>
    <message>
        <source>mma instructions of these shapes exist from sm_80 on; use wmma intrinsics for older devices</source>
        <translation>这些形状的 mma 指令从 sm_80 起才有；较旧的设备请使用 wmma 内建函数</translation>
    </message>
    <message>
        <source>mma instructions of these shapes exist from sm_80 on</source>
        <translation>这些形状的 mma 指令从 sm_80 起才有</translation>
    </message>
    <message>
        <source>mma instructions of float8 exist from sm_89 on</source>
        <translation>float8 的 mma 指令从 sm_89 起才有</translation>
    </message>
    <message>
        <source>fragments of these scopes are multiplied from sm_80 on: float16, with sums of float16 or float32</source>
        <translation>这些存储域的片段从 sm_80 起才能相乘：元素为 float16，和为 float16 或 float32</translation>
    </message>
    <message>
        <source>load operands by rows, with 8 elements along k, and start sums by mma_init_m16n8k8_f32</source>
        <translation>请按行加载操作数，沿 k 为 8 个元素；和用 mma_init_m16n8k8_f32 置初值</translation>
    </message>
    <message>
        <source>sm_70 multiplies float16, sm_75 also int8 and sm_80 also bfloat16, with the shapes m16n16k16, m32n8k16 and m8n32k16</source>
        <translation>sm_70 支持 float16 相乘，sm_75 还支持 int8，sm_80 还支持 bfloat16；形状为 m16n16k16、m32n8k16 和 m8n32k16</translation>
    </message>
    <message>
        <source>give {0} constant sizes</source>
        <translation>使 {0} 的大小为常数</translation>
    </message>
    <message>
        <source>{0} starts a matrix operation of its warp{1}, but {2} of the same warp {3}</source>
        <translation>{0} 开始其 warp 的矩阵运算{1}，但同一 warp 的 {2} {3}</translation>
    </message>
    <message>
        <source>let all threads of a warp reach its matrix operations: conditions and loops around them may depend on threadIdx.y and threadIdx.z, which number the warps</source>
        <translation>让 warp 的所有线程都到达其矩阵运算：其外层的条件和循环可以依赖于为 warp 编号的 threadIdx.y 和 threadIdx.z</translation>
    </message>
    <message>
        <source>threads of a warp exchange values inside {0} that not all of them execute in the same way</source>
        <translation>同一 warp 的线程在 {0} 之内交换值，而它们并非都以相同方式执行到那里</translation>
    </message>
    <message>
        <source>threads exchange elements of {0} inside {1}, which not all threads of a block execute in the same way, so no barrier can be placed there: {2}</source>
        <translation>线程在 {1} 之内交换 {0} 的元素，而线程块中的线程并非都以相同方式到达那里，因此不能设置屏障：{2}</translation>
    </message>
    <message>
        <source>the virtual threads of loop {1} exchange elements of {0}, but each thread runs its virtual threads without a barrier between them: {2}</source>
        <translation>循环 {1} 的虚拟线程交换 {0} 的元素，但每个线程执行其虚拟线程时，它们之间没有屏障：{2}</translation>
    </message>
    <message>
        <source>bind loop {0} to threadIdx</source>
        <translation>把循环 {0} 绑定到 threadIdx</translation>
    </message>
    <message>
        <source>a barrier is inside {0}, which not all threads of a block execute in the same way</source>
        <translation>屏障位于{0}之内，而线程块中的线程并非都以相同方式到达那里</translation>
    </message>
    <message>
        <source>threads wait for each other at a barrier, and {0}, of which each thread needs its own copy, {1}</source>
        <translation>线程在屏障处互相等待，每个线程都需要自己的 {0} 副本，但它{1}</translation>
    </message>
    <message>
        <source>{0} and {1} write the same elements</source>
        <translation>{0} 与 {1} 写入相同的元素</translation>
    </message>
    <message>
        <source>{0} writes what {1} reads</source>
        <translation>{0} 写入 {1} 要读取的值</translation>
    </message>
    <message>
        <source>has a size that depends on {0}</source>
        <translation>的大小取决于 {0}</translation>
    </message>
    <message>
        <source>is used in several loops over threads</source>
        <translation>在多个线程循环中使用</translation>
    </message>
    <message>
        <source>allocate {0} in the loop over threads that uses it</source>
        <translation>在使用 {0} 的线程循环之内分配它</translation>
    </message>
    <message>
        <source>allocate it in the loop that uses it</source>
        <translation>在使用它的循环之内分配它</translation>
    </message>
    <message>
        <source>is passed on as a pointer</source>
        <translation>以指针形式传递</translation>
    </message>
    <message>
        <source>access its elements with indices</source>
        <translation>用索引访问它的元素</translation>
    </message>
    <message>
        <source>has strides or an offset</source>
        <translation>带有步长或偏移</translation>
    </message>
    <message>
        <source>use a compact buffer</source>
        <translation>使用紧凑的缓冲区</translation>
    </message>
    <message>
        <source>allocate it with the largest size</source>
        <translation>按最大的大小分配它</translation>
    </message>
    <message>
        <source>move the barrier out of conditions and loops that depend on the thread</source>
        <translation>把屏障移到依赖于线程的条件和循环之外</translation>
    </message>
    <message>
        <source>threads cannot reduce block "{0}" over loop {1}: {2}</source>
        <translation>线程无法在循环 {1} 上归约块 "{0}"：{2}</translation>
    </message>
    <message>
        <source>start at the identity of {0}, and combine {1} in a block of its own after the reduction</source>
        <translation>从 {0} 的单位元开始，并在归约之后用单独的块结合 {1}</translation>
    </message>
    <message>
        <source>leave this reduction to one thread, or change the program</source>
        <translation>让一个线程完成这一归约，或修改程序</translation>
    </message>
    <message>
        <source>block "{0}" reads {1} outside of the kernel of loop {2}, which writes it, but memory of the scope {3} lasts for one launch of the kernel</source>
        <translation>块 "{0}" 在循环 {2} 的核函数之外读取由该核函数写入的 {1}，但作用域 {3} 的内存只在核函数的一次启动期间有效</translation>
    </message>
    <message>
        <source>move block {0} below loop {1} with reverse_compute_at before this step, or use the scope global</source>
        <translation>先用 reverse_compute_at 把块 {0} 移到循环 {1} 之内再执行这一步，或使用 global 作用域</translation>
    </message>
    <message>
        <source>Divide loops over threads where the threads exchange values.</source>
        <translation>在线程交换数值之处拆分线程循环。</translation>
    </message>
    <message>
        <source>block "{0}" runs outside of any kernel: no loop around it is bound to blockIdx or threadIdx</source>
        <translation>块 "{0}" 在任何内核之外运行：外层没有绑定到 blockIdx 或 threadIdx 的循环</translation>
    </message>
    <message>
        <source>the extent {0} of loop {1}, bound to {2}, depends on {3}, which has no value yet where the kernel starts</source>
        <translation>循环 {1}（绑定到 {2}）的范围 {0} 依赖于 {3}，而内核启动时它还没有值</translation>
    </message>
    <message>
        <source>{0} needs a value, or is not known</source>
        <translation>{0} 需要一个值，或者是未知的选项</translation>
    </message>
    <message>
        <source>{0} takes {1}, not '{2}'</source>
        <translation>{0} 接受 {1}，而不是“{2}”</translation>
    </message>
    <message>
        <source>{0} takes a number, not '{1}'</source>
        <translation>{0} 需要一个数，而不是“{1}”</translation>
    </message>
    <message>
        <source>{0}: one package at a time</source>
        <translation>{0}：一次只能运行一个包</translation>
    </message>
    <message>
        <source>no package is given</source>
        <translation>没有给出包</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>{0} 无法读取</translation>
    </message>
    <message>
        <source>the kernels did not end within {0} s and were stopped</source>
        <translation>这些内核在 {0} s 内没有结束，已被终止</translation>
    </message>
    <message>
        <source>a request is not JSON</source>
        <translation>请求不是 JSON</translation>
    </message>
    <message>
        <source>unknown request "{0}"</source>
        <translation>未知的请求 "{0}"</translation>
    </message>
    <message>
        <source>the kernel's code cannot be read</source>
        <translation>无法读取内核的代码</translation>
    </message>
    <message>
        <source>unknown kernel {0}</source>
        <translation>未知的内核 {0}</translation>
    </message>
    <message>
        <source>unknown buffer {0}</source>
        <translation>未知的缓冲区 {0}</translation>
    </message>
    <message>
        <source>library {0} cannot be loaded: {1}</source>
        <translation>无法加载库 {0}：{1}</translation>
    </message>
    <message>
        <source>the object file does not define {0}</source>
        <translation>目标文件没有定义 {0}</translation>
    </message>
    <message>
        <source>the data of a buffer cannot be mapped</source>
        <translation>无法映射缓冲区的数据</translation>
    </message>
    <message>
        <source>out of memory: buffer {0} needs {1} bytes</source>
        <translation>内存不足：缓冲区 {0} 需要 {1} 字节</translation>
    </message>
    <message>
        <source>the kernel wrote past the end of buffer {0}</source>
        <translation>内核写到了缓冲区 {0} 的末尾之后</translation>
    </message>
    <message>
        <source>the kernel wrote before the start of buffer {0}</source>
        <translation>内核写到了缓冲区 {0} 的起始之前</translation>
    </message>
    <message>
        <source>this is not a .npy file</source>
        <translation>这不是 .npy 文件</translation>
    </message>
    <message>
        <source>the file ends within its header</source>
        <translation>文件在其头部内结束</translation>
    </message>
    <message>
        <source>arrays of type '{0}' cannot be read</source>
        <translation>无法读取类型为 '{0}' 的数组</translation>
    </message>
    <message>
        <source>the shape is too large</source>
        <translation>形状过大</translation>
    </message>
    <message>
        <source>the array has more than 32 dimensions</source>
        <translation>数组的维度超过 32 个</translation>
    </message>
    <message>
        <source>the file ends before its {0} elements</source>
        <translation>文件在其 {0} 个元素之前结束</translation>
    </message>
    <message>
        <source>{0}: .npz files of more than 4 GiB cannot be written</source>
        <translation>{0}：无法写入超过 4 GiB 的 .npz 文件</translation>
    </message>
    <message>
        <source>this is not a .npz file</source>
        <translation>这不是 .npz 文件</translation>
    </message>
    <message>
        <source>the directory of the .npz file is damaged</source>
        <translation>.npz 文件的目录已损坏</translation>
    </message>
    <message>
        <source>the entry {0} is compressed by the method {1} of zip</source>
        <translation>条目 {0} 使用 zip 的压缩方法 {1}</translation>
    </message>
    <message>
        <source>the entry {0} is encrypted</source>
        <translation>条目 {0} 已加密</translation>
    </message>
    <message>
        <source>the compressed data of the entry {0} are damaged</source>
        <translation>条目 {0} 的压缩数据已损坏</translation>
    </message>
    <message>
        <source>the entry {0} says that it has {1} bytes uncompressed, but it has {2} compressed ones</source>
        <translation>条目 {0} 声称解压后有 {1} 字节，但压缩数据只有 {2} 字节</translation>
    </message>
    <message>
        <source>the checksum of the entry {0} does not fit its bytes</source>
        <translation>条目 {0} 的校验和与其内容不符</translation>
    </message>
    <message>
        <source>the entry {0} is outside of the file</source>
        <translation>条目 {0} 超出了文件</translation>
    </message>
    <message>
        <source>the step of arange is 0</source>
        <translation>arange 的步长为 0</translation>
    </message>
    <message>
        <source>arange takes at least a stop</source>
        <translation>arange 至少需要终点</translation>
    </message>
    <message>
        <source>the function has {0} parameters, but {1} arguments are given</source>
        <translation>函数有 {0} 个参数，给出了 {1} 个</translation>
    </message>
    <message>
        <source>{0} takes one axis</source>
        <translation>{0} 需要一个轴</translation>
    </message>
    <message>
        <source>moveaxis: an axis is out of range for shape {0}</source>
        <translation>moveaxis：有一个轴超出形状 {0} 的范围</translation>
    </message>
    <message>
        <source>take: axis {0} is out of range</source>
        <translation>take：轴 {0} 超出范围</translation>
    </message>
    <message>
        <source>axis {0} is out of range for an array of {1} dimension{2}</source>
        <translation>轴 {0} 超出 {1} 维数组的范围</translation>
    </message>
    <message>
        <source>shapes {0} and {1} do not broadcast</source>
        <translation>形状 {0} 与 {1} 不能广播</translation>
    </message>
    <message>
        <source>a value of shape {0} cannot be assigned to a part of shape {1}</source>
        <translation>形状为 {0} 的值不能赋给形状为 {1} 的部分</translation>
    </message>
    <message>
        <source>shape {0} does not broadcast to {1}</source>
        <translation>形状 {0} 不能广播为 {1}</translation>
    </message>
    <message>
        <source>shapes {0} and {1} cannot be joined along axis {2}</source>
        <translation>形状 {0} 与 {1} 不能沿轴 {2} 连接</translation>
    </message>
    <message>
        <source>einsum takes the subscripts first, 'ij,jk-&gt;ik', then the arrays</source>
        <translation>einsum 先接受下标 'ij,jk-&gt;ik'，然后是数组</translation>
    </message>
    <message>
        <source>einsum '{0}': {1}</source>
        <translation>einsum 的下标 '{0}'：{1}</translation>
    </message>
    <message>
        <source>{0} of an empty array: the shape is {1}</source>
        <translation>对空数组求 {0}：形状为 {1}</translation>
    </message>
    <message>
        <source>index {0} is out of range for dimension {1} of shape {2}</source>
        <translation>索引 {0} 超出形状 {2} 的维度 {1} 的范围</translation>
    </message>
    <message>
        <source>`...` may appear only once in an index</source>
        <translation>索引中 `...` 只能出现一次</translation>
    </message>
    <message>
        <source>{0} indices are given for an array of {1} dimension{2}</source>
        <translation>{1} 维数组有 {0} 个索引</translation>
    </message>
    <message>
        <source>an array of {0} cannot be an index</source>
        <translation>{0} 数组不能作为索引</translation>
    </message>
    <message>
        <source>a mask of shape {0} does not match an array of shape {1}</source>
        <translation>形状为 {0} 的掩码不适合形状为 {1} 的数组</translation>
    </message>
    <message>
        <source>a matrix side of {0} is too large</source>
        <translation>矩阵的边长 {0} 过大</translation>
    </message>
    <message>
        <source>matrices of shapes {0} and {1} cannot be multiplied</source>
        <translation>形状为 {0} 与 {1} 的矩阵不能相乘</translation>
    </message>
    <message>
        <source>a matrix product does not take scalars</source>
        <translation>矩阵乘积不接受标量</translation>
    </message>
    <message>
        <source>an array of shape {0} and type {1} is larger than 8 GiB</source>
        <translation>形状为 {0}、类型为 {1} 的数组大于 8 GiB</translation>
    </message>
    <message>
        <source>there is not enough memory for an array of shape {0}</source>
        <translation>内存不足以存放形状为 {0} 的数组</translation>
    </message>
    <message>
        <source>the range is too long for an array</source>
        <translation>range 过长，不能成为数组</translation>
    </message>
    <message>
        <source>arange would have {0} elements</source>
        <translation>arange 会有 {0} 个元素</translation>
    </message>
    <message>
        <source>the array is too large for a list</source>
        <translation>数组过大，不能成为列表</translation>
    </message>
    <message>
        <source>the file has no function {0}</source>
        <translation>文件没有函数 {0}</translation>
    </message>
    <message>
        <source>out= has shape {0}, but the result has {1}</source>
        <translation>out= 的形状为 {0}，结果的形状为 {1}</translation>
    </message>
    <message>
        <source>the result has type {0}, which cannot be stored as {1}</source>
        <translation>结果的类型为 {0}，不能存入 {1}</translation>
    </message>
    <message>
        <source>{0} returns {1}, but {2}{3} expected: {4}</source>
        <translation>{0} 返回 {1}，而应返回 {2}{3}：{4}</translation>
    </message>
    <message>
        <source>padding widths cannot be negative</source>
        <translation>填充宽度不能为负</translation>
    </message>
    <message>
        <source>dimension {0} is empty: it has no elements to pad with</source>
        <translation>维度 {0} 为空：没有可用于填充的内容</translation>
    </message>
    <message>
        <source>the padding is too wide</source>
        <translation>填充过宽</translation>
    </message>
    <message>
        <source>pad widths are integers</source>
        <translation>填充宽度须为整数</translation>
    </message>
    <message>
        <source>pad widths of shape {0} do not match an array of shape {1}</source>
        <translation>形状为 {0} 的填充宽度不适合形状为 {1} 的数组</translation>
    </message>
    <message>
        <source>the mode '{0}' is not available</source>
        <translation>模式 '{0}' 不可用</translation>
    </message>
    <message>
        <source>constant_values takes one number here</source>
        <translation>constant_values 在此处需要一个数</translation>
    </message>
    <message>
        <source>{0} has a parameter '{1}', which {2} does not have</source>
        <translation>{0} 有参数 '{1}'，而 {2} 没有</translation>
    </message>
    <message>
        <source>the count is negative</source>
        <translation>计数为负</translation>
    </message>
    <message>
        <source>the result is too large</source>
        <translation>结果过大</translation>
    </message>
    <message>
        <source>the reference returns {0} with shape {1}, but the function's has {2}</source>
        <translation>参考给出形状为 {1} 的 {0}，而函数的形状为 {2}</translation>
    </message>
    <message>
        <source>the reference returns {0} as {1}, but the function's is {2}</source>
        <translation>参考给出类型为 {1} 的 {0}，而函数的类型为 {2}</translation>
    </message>
    <message>
        <source>an array has at most {0} dimensions</source>
        <translation>数组最多有 {0} 个维度</translation>
    </message>
    <message>
        <source>the shape {0} has a negative extent</source>
        <translation>形状 {0} 有负的范围</translation>
    </message>
    <message>
        <source>an array of shape {0} cannot be reshaped to {1}</source>
        <translation>形状为 {0} 的数组不能变为 {1}</translation>
    </message>
    <message>
        <source>the rows of the array have different shapes: {0} and {1}</source>
        <translation>数组各行的形状不同：{0} 与 {1}</translation>
    </message>
    <message>
        <source>a triangle needs two dimensions, but the shape is {0}</source>
        <translation>三角部分需要两个维度，而形状为 {0}</translation>
    </message>
    <message>
        <source>the shape {0} is not valid</source>
        <translation>形状 {0} 无效</translation>
    </message>
    <message>
        <source>item() needs one element, but the shape is {0}</source>
        <translation>item() 需要单个元素，而形状为 {0}</translation>
    </message>
    <message>
        <source>shape {0} cannot be split into {1} equal parts along axis {2}</source>
        <translation>形状 {0} 不能沿轴 {2} 分成 {1} 等份</translation>
    </message>
    <message>
        <source>dimension {0} of shape {1} is not 1</source>
        <translation>形状 {1} 的维度 {0} 不为 1</translation>
    </message>
    <message>
        <source>shapes {0} and {1} cannot be stacked</source>
        <translation>形状 {0} 与 {1} 不能堆叠</translation>
    </message>
    <message>
        <source>the counts are negative or too large</source>
        <translation>计数为负或过大</translation>
    </message>
    <message>
        <source>{0} axes are given for an array of shape {1}</source>
        <translation>形状为 {1} 的数组有 {0} 个轴</translation>
    </message>
    <message>
        <source>{0} is neither an array nor a number</source>
        <translation>{0} 既不是数组也不是数</translation>
    </message>
    <message>
        <source>{0} is not a type of array elements</source>
        <translation>{0} 不是数组元素的类型</translation>
    </message>
    <message>
        <source>an array without dimensions has no length</source>
        <translation>没有维度的数组没有长度</translation>
    </message>
    <message>
        <source>an array of shape {0} has no single truth value</source>
        <translation>形状为 {0} 的数组没有单一的真值</translation>
    </message>
    <message>
        <source>{0}: out= takes an array, not {1}</source>
        <translation>{0}：out= 需要数组，而不是 {1}</translation>
    </message>
    <message>
        <source>{0} does not take floats</source>
        <translation>{0} 不接受浮点数</translation>
    </message>
    <message>
        <source>bool arrays cannot be subtracted</source>
        <translation>bool 数组不能相减</translation>
    </message>
    <message>
        <source>the number {0} is out of bounds for {1}</source>
        <translation>数 {0} 超出 {1} 的范围</translation>
    </message>
    <message>
        <source>integers cannot be raised to negative powers</source>
        <translation>整数不能求负次幂</translation>
    </message>
    <message>
        <source>`~` does not take floats</source>
        <translation>`~` 不能用于浮点数</translation>
    </message>
    <message>
        <source>`-` does not take bool arrays</source>
        <translation>`-` 不接受 bool 数组</translation>
    </message>
    <message>
        <source>arrays of {0} cannot be computed by a reference</source>
        <translation>参考不能计算 {0} 数组</translation>
    </message>
    <message>
        <source>'{0}' is a method of arrays</source>
        <translation>'{0}' 是数组的方法</translation>
    </message>
    <message>
        <source>arrays have no attribute '{0}'</source>
        <translation>数组没有属性 '{0}'</translation>
    </message>
    <message>
        <source>{0} has no '{1}' that a reference can use</source>
        <translation>{0} 没有参考可用的 '{1}'</translation>
    </message>
    <message>
        <source>np.{0} is not available in a reference</source>
        <translation>np.{0} 在参考中不可用</translation>
    </message>
    <message>
        <source>'{0}' is not a function</source>
        <translation>'{0}' 不是函数</translation>
    </message>
    <message>
        <source>{0} takes at most {1} positional arguments, {2} were given</source>
        <translation>{0} 最多接受 {1} 个位置参数，给出了 {2} 个</translation>
    </message>
    <message>
        <source>{0}: no value for '{1}'</source>
        <translation>{0}：'{1}' 没有值</translation>
    </message>
    <message>
        <source>{0} takes a list of arrays</source>
        <translation>{0} 需要数组的列表</translation>
    </message>
    <message>
        <source>{0}.{1} is not a function</source>
        <translation>{0}.{1} 不是函数</translation>
    </message>
    <message>
        <source>no Python with NumPy was found (tried: {0})</source>
        <translation>未找到带有 NumPy 的 Python（已尝试：{0}）</translation>
    </message>
    <message>
        <source>NumPy did not finish within {0} s</source>
        <translation>NumPy 在 {0} s 内没有完成</translation>
    </message>
    <message>
        <source>NumPy rejected the reference: {0}</source>
        <translation>NumPy 拒绝了该参考：{0}</translation>
    </message>
    <message>
        <source>NumPy returned no result</source>
        <translation>NumPy 没有给出结果</translation>
    </message>
    <message>
        <source>under NumPy, {0} has another shape than in the function</source>
        <translation>在 NumPy 下，{0} 的形状与函数的不同</translation>
    </message>
    <message>
        <source>under NumPy, {0} is {1}, but the function's is {2}</source>
        <translation>在 NumPy 下，{0} 为 {1}，而函数的为 {2}</translation>
    </message>
    <message>
        <source>cannot read {0}: {1}</source>
        <translation>无法读取 {0}：{1}</translation>
    </message>
    <message>
        <source>cannot write {0}: {1}</source>
        <translation>无法写入 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} has errors, and no function was named</source>
        <translation>{0} 有错误，且没有指明其中的函数</translation>
    </message>
    <message>
        <source>{0} takes an integer, not '{1}'</source>
        <translation>{0} 需要整数，而不是 '{1}'</translation>
    </message>
    <message>
        <source>{0} has no input named {1}</source>
        <translation>{0} 没有名为 {1} 的输入</translation>
    </message>
    <message>
        <source>equal takes two programs, not {0}</source>
        <translation>equal 比较两个程序，给出了 {0} 个</translation>
    </message>
    <message>
        <source>there is no format '{0}'</source>
        <translation>没有格式 '{0}'</translation>
    </message>
    <message>
        <source>give them values or upper bounds, for example {0}</source>
        <translation>请给出它们的值或上界，例如 {0}</translation>
    </message>
    <message>
        <source>write it as a @T.prim_func or with operators, or run the model by `lw run`</source>
        <translation>请把它写成 @T.prim_func 或用算子表达，或用 `lw run` 运行模型</translation>
    </message>
    <message>
        <source>save the arrays with np.savez</source>
        <translation>请用 np.savez 保存数组</translation>
    </message>
    <message>
        <source>save the arrays with np.savez or np.savez_compressed</source>
        <translation>请用 np.savez 或 np.savez_compressed 保存数组</translation>
    </message>
    <message>
        <source>the file was changed or cut: write it again</source>
        <translation>文件被改动或截断：请重新写入</translation>
    </message>
    <message>
        <source>format {0} is for one schedule, and there are {1}, by {2}</source>
        <translation>格式 {0} 只能写一个调度，而这里按 {2} 有 {1} 个</translation>
    </message>
    <message>
        <source>the formats python and json have all of them</source>
        <translation>格式 python 和 json 包含全部调度</translation>
    </message>
    <message>
        <source>steps after the choice among schedules by {0} are in none of their traces</source>
        <translation>按 {0} 选择调度之后的步骤不在任何一个调度的轨迹中</translation>
    </message>
    <message>
        <source>export code, or leave these steps out</source>
        <translation>导出代码，或去掉这些步骤</translation>
    </message>
    <message>
        <source>format {0} is for models, and this is a kernel</source>
        <translation>格式 {0} 用于模型，而这是一个内核</translation>
    </message>
    <message>
        <source>format {0} is for one kernel, and {1} is a model</source>
        <translation>格式 {0} 用于单个内核，而 {1} 是模型</translation>
    </message>
    <message>
        <source>code of a model needs a value or an upper bound for each size, and {0} have none</source>
        <translation>模型的代码需要每个大小的值或上界，而 {0} 都没有</translation>
    </message>
    <message>
        <source>format {0} is binary: name the output file with -o</source>
        <translation>格式 {0} 是二进制：请用 -o 指定输出文件</translation>
    </message>
    <message>
        <source>there is no loop or block named "{0}"</source>
        <translation>没有名为 "{0}" 的循环或块</translation>
    </message>
    <message>
        <source>there is no pipeline for target '{0}'</source>
        <translation>目标 '{0}' 没有流水线</translation>
    </message>
    <message>
        <source>lowering a model has no stage '{0}'</source>
        <translation>模型的降级过程没有阶段 '{0}'</translation>
    </message>
    <message>
        <source>target {0} has no stage '{1}'</source>
        <translation>目标 {0} 没有阶段 '{1}'</translation>
    </message>
    <message>
        <source>--math {0} has no effect on the target {1}: only code for the cpu has these choices</source>
        <translation>--math {0} 对目标 {1} 无效：只有 cpu 的代码有这些选择</translation>
    </message>
    <message>
        <source>--dialect is classic or tvm, not '{0}'</source>
        <translation>--dialect 为 classic 或 tvm，而不是 '{0}'</translation>
    </message>
    <message>
        <source>{0} contains no file that sets a challenge</source>
        <translation>{0} 中没有设定挑战的文件</translation>
    </message>
    <message>
        <source>{0} contains no submissions</source>
        <translation>{0} 中没有提交的调度</translation>
    </message>
    <message>
        <source>the course has no challenge {0}; submissions are named as its challenges, for example {1}.py</source>
        <translation>课程中没有挑战 {0}；提交的文件以挑战命名，例如 {1}.py</translation>
    </message>
    <message>
        <source>the process ended with exit code {0} and without a result</source>
        <translation>进程以退出码 {0} 结束，没有给出结果</translation>
    </message>
    <message>
        <source>the submission took more than {0} s and was stopped</source>
        <translation>提交的调度用时超过 {0} 秒，已被停止</translation>
    </message>
    <message>
        <source>`try` has neither `except` nor `finally`</source>
        <translation>`try` 既没有 `except` 也没有 `finally`</translation>
    </message>
    <message>
        <source>add `except Exception:`</source>
        <translation>加上 `except Exception:`</translation>
    </message>
    <message>
        <source>whether `except {0}` catches this error is not known here: {1}</source>
        <translation>这里不知道 `except {0}` 是否捕获这个错误：{1}</translation>
    </message>
    <message>
        <source>write `except Exception`</source>
        <translation>写 `except Exception`</translation>
    </message>
    <message>
        <source>there is no error here that `raise` could pass on</source>
        <translation>这里没有 `raise` 可以继续抛出的错误</translation>
    </message>
    <message>
        <source>name an exception, or move it below an `except`</source>
        <translation>写出一个异常，或把它移到 `except` 之下</translation>
    </message>
    <message>
        <source>the rule of points has "{0}", which is no number of points for a right result</source>
        <translation>分数规则中有“{0}”，它不是正确结果的分数</translation>
    </message>
    <message>
        <source>write for example: # points: 10, 4 right, in proportion</source>
        <translation>例如写：# points: 10, 4 right, in proportion</translation>
    </message>
    <message>
        <source>programs by hand are "accepted" or "refused", not "{0}"</source>
        <translation>手写的程序是“accepted”或“refused”，而不是“{0}”</translation>
    </message>
    <message>
        <source>write # by hand: accepted</source>
        <translation>写 # by hand: accepted</translation>
    </message>
    <message>
        <source>{0} is not judged: submissions are Python files (.py), notebooks (.ipynb) and traces (.json)</source>
        <translation>{0} 不评判：提交是 Python 文件（.py）、笔记本（.ipynb）和轨迹（.json）</translation>
    </message>
    <message>
        <source>{0} is not judged, because {1} is</source>
        <translation>{0} 不评判，因为评判了 {1}</translation>
    </message>
    <message>
        <source>{0} cannot be read as a notebook</source>
        <translation>{0} 不能作为笔记本读取</translation>
    </message>
    <message>
        <source>save it again, or submit a Python file</source>
        <translation>请重新保存，或提交 Python 文件</translation>
    </message>
    <message>
        <source>{0} has {1} bytes, and at most {2} are read</source>
        <translation>{0} 有 {1} 字节，而最多读取 {2} 字节</translation>
    </message>
    <message>
        <source>submit the schedule alone</source>
        <translation>只提交调度</translation>
    </message>
    <message>
        <source>{0} is not a file</source>
        <translation>{0} 不是文件</translation>
    </message>
    <message>
        <source>submit a file</source>
        <translation>请提交文件</translation>
    </message>
    <message>
        <source>the submission needed more than {0} MiB of memory and was stopped</source>
        <translation>提交需要的内存超过 {0} MiB，已被停止</translation>
    </message>
    <message>
        <source>{0} contains something else than verdicts of a grading</source>
        <translation>{0} 含有评分结论以外的内容</translation>
    </message>
    <message>
        <source>name a file that does not exist yet</source>
        <translation>给出一个尚不存在的文件</translation>
    </message>
    <message>
        <source>{0} has a `while` loop, whose iterations cannot be counted before it runs</source>
        <translation>{0} 有 `while` 循环，其迭代次数在运行之前无法计数</translation>
    </message>
    <message>
        <source>use T.serial or T.grid</source>
        <translation>使用 T.serial 或 T.grid</translation>
    </message>
    <message>
        <source>{0} calls a function outside the program, whose work cannot be counted</source>
        <translation>{0} 调用了程序之外的函数，其工作量无法计数</translation>
    </message>
    <message>
        <source>write what it computes in TVMScript</source>
        <translation>用 TVMScript 写出它的计算</translation>
    </message>
    <message>
        <source>{0} cannot take the place of {1}: {2}</source>
        <translation>{0} 不能代替 {1}：{2}</translation>
    </message>
    <message>
        <source>keep the line with `def` as it is in the exercise</source>
        <translation>保持练习中含 `def` 的那一行不变</translation>
    </message>
    <message>
        <source>parameter {0} has to be {1}</source>
        <translation>参数 {0} 必须是{1}</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>parameter {0} has another type</source>
        <translation>参数 {0} 的类型不同</translation>
    </message>
    <message>
        <source>parameter {0} has another shape</source>
        <translation>参数 {0} 的形状不同</translation>
    </message>
    <message>
        <source>parameter {0} has strides or an offset</source>
        <translation>参数 {0} 有步长或偏移</translation>
    </message>
    <message>
        <source>it has {0} parameters instead of {1}</source>
        <translation>它有 {0} 个参数，而不是 {1} 个</translation>
    </message>
    <message>
        <source>--language is en or zh_CN, not '{0}'</source>
        <translation>--language 是 en 或 zh_CN，而不是“{0}”</translation>
    </message>
    <message>
        <source>leave it out for English</source>
        <translation>英语时省略它</translation>
    </message>
    <message>
        <source>put in it one folder for each student, with schedules named as the challenges</source>
        <translation>在其中为每个学生放一个文件夹，其中的调度以挑战命名</translation>
    </message>
    <message>
        <source>name a folder</source>
        <translation>给出一个文件夹</translation>
    </message>
    <message>
        <source>{0} does not set a challenge</source>
        <translation>{0} 没有设定挑战</translation>
    </message>
    <message>
        <source>--reference takes auto, numpy or none, not '{0}'</source>
        <translation>--reference 接受 auto、numpy 或 none，而不是 '{0}'</translation>
    </message>
    <message>
        <source>--bind lists values of both {0} and {1}</source>
        <translation>--bind 同时列出了 {0} 和 {1} 的多个值</translation>
    </message>
    <message>
        <source>--dispatch needs several values of one size</source>
        <translation>--dispatch 需要一个大小的多个值</translation>
    </message>
    <message>
        <source>list the values of one size</source>
        <translation>只列出一个大小的值</translation>
    </message>
    <message>
        <source>{0} takes NAME=VALUE, not '{1}'</source>
        <translation>{0} 需要 NAME=VALUE，而不是 '{1}'</translation>
    </message>
    <message>
        <source>{0} takes an integer from {1} to {2}, not {3}</source>
        <translation>{0} 需要 {1} 到 {2} 的整数，而不是 {3}</translation>
    </message>
    <message>
        <source>for example --pin lanes=16</source>
        <translation>例如 --pin lanes=16</translation>
    </message>
    <message>
        <source>the functions cannot be compared: {0}</source>
        <translation>这些函数无法比较：{0}</translation>
    </message>
    <message>
        <source>compute_at makes the loops of {0} anew, and this could not be done again there: {1}</source>
        <translation>compute_at 会重新生成 {0} 的循环，而以下步骤无法在新位置重做：{1}</translation>
    </message>
    <message>
        <source>iterations that run at the same time update the same elements of {0}, so its init became a separate block and its updates atomic; rfactor is faster</source>
        <translation>同时执行的迭代更新 {0} 的相同元素，因此其初始化成为独立的块，其更新成为原子操作；使用 rfactor 更快</translation>
    </message>
    <message>
        <source>there is nothing to compare: neither {0} nor {1} writes to an array that it is given</source>
        <translation>没有可比较的内容：{0} 和 {1} 都不写入作为参数的数组</translation>
    </message>
    <message>
        <source>make the array with the result a parameter of both functions</source>
        <translation>请把存放结果的数组设为两个函数的参数</translation>
    </message>
    <message>
        <source>{0}[{1}] is {2} in {3} and {4} in {5} (run {6}); {7} elements differ</source>
        <translation>{0}[{1}] 在 {3} 中为 {2}，在 {5} 中为 {4}（第 {6} 次运行）；有 {7} 个元素不同</translation>
    </message>
    <message>
        <source>step {0}, {1}: {2}</source>
        <translation>步骤 {0}，{1}：{2}</translation>
    </message>
    <message>
        <source>allocates {0} bytes ({1} GiB) for {2}</source>
        <translation>为 {2} 分配 {0} 字节（{1} GiB）</translation>
    </message>
    <message>
        <source>an output of {0}</source>
        <translation>{0} 的某个输出</translation>
    </message>
    <message>
        <source>did you mean {0} or {1}?</source>
        <translation>是否想写 {0} 或 {1}？</translation>
    </message>
    <message>
        <source>did you mean {0}, {1} or {2}?</source>
        <translation>是否想写 {0}、{1} 或 {2}？</translation>
    </message>
    <message>
        <source>an expression of type {0}</source>
        <translation>类型为 {0} 的表达式</translation>
    </message>
    <message>
        <source>a region of the buffer {0}</source>
        <translation>缓冲区 {0} 的一个区域</translation>
    </message>
    <message>
        <source>put it into the list of {0}, or use it as a size of a parameter</source>
        <translation>把它放入 {0} 的列表，或用作某个参数的尺寸</translation>
    </message>
    <message>
        <source>{0} with inputs and outputs</source>
        <translation>{0}，含输入与输出</translation>
    </message>
    <message>
        <source>it is a placeholder: put it into the list of {0}</source>
        <translation>它是占位符：把它放入 {0} 的列表</translation>
    </message>
    <message>
        <source>the contracted sizes of {0} and {1}</source>
        <translation>{0} 与 {1} 被收缩的大小</translation>
    </message>
    <message>
        <source>leave it out for {0}</source>
        <translation>省略它则取 {0}</translation>
    </message>
    <message>
        <source> of {0}</source>
        <translation>（{0}）</translation>
    </message>
    <message>
        <source>write {0}({1})</source>
        <translation>请写 {0}({1})</translation>
    </message>
    <message>
        <source>{0}("int32", "name", x)</source>
        <translation>{0}("int32", "name", x)</translation>
    </message>
    <message>
        <source>te.{0}(i &gt; 0, i &lt; n)</source>
        <translation>te.{0}(i &gt; 0, i &lt; n)</translation>
    </message>
    <message>
        <source>the constant {0} is not a value of type {1}</source>
        <translation>常量 {0} 不是类型 {1} 的合法值</translation>
    </message>
    <message>
        <source>values of type {0} and {1} cannot be combined</source>
        <translation>类型为 {0} 与 {1} 的值不能结合</translation>
    </message>
    <message>
        <source>vectors of {0} and {1} lanes cannot be combined</source>
        <translation>通道数为 {0} 与 {1} 的向量不能结合</translation>
    </message>
    <message>
        <source>{0} has {1} parameters and {2} has {3}</source>
        <translation>{0} 有 {1} 个参数，而 {2} 有 {3} 个</translation>
    </message>
    <message>
        <source>parameter {0} is not a buffer in both functions</source>
        <translation>参数 {0} 并非在两个函数中都是缓冲区</translation>
    </message>
    <message>
        <source>{0} of {1} and {2} of {3}</source>
        <translation>{1} 的 {0} 与 {3} 的 {2}</translation>
    </message>
    <message>
        <source>correct the errors of {0}</source>
        <translation>修正 {0} 的错误</translation>
    </message>
    <message>
        <source>loop {0}</source>
        <translation>循环 {0}</translation>
    </message>
    <message>
        <source>variable {0}</source>
        <translation>变量 {0}</translation>
    </message>
    <message>
        <source>use what {0} returned</source>
        <translation>接着使用 {0} 返回的内容</translation>
    </message>
    <message>
        <source>a list of {0} values</source>
        <translation>含 {0} 个值的列表</translation>
    </message>
    <message>
        <source>it does not combine {0} with one new value by +, *, min, max, and, or</source>
        <translation>它没有把 {0} 与一个新值以 +、*、min、max、and 或 or 结合</translation>
    </message>
    <message>
        <source>block {0}</source>
        <translation>块 {0}</translation>
    </message>
    <message>
        <source>leave disable_predication False, or choose factors that divide {0}</source>
        <translation>保持 disable_predication 为 False，或选择能整除 {0} 的因子</translation>
    </message>
    <message>
        <source>a multiple of {0}</source>
        <translation>{0} 的倍数</translation>
    </message>
    <message>
        <source>iteration variable {0} is not spatial</source>
        <translation>迭代变量 {0} 不是空间迭代变量</translation>
    </message>
    <message>
        <source>it reads {0}, which it writes</source>
        <translation>它读取它所写入的 {0}</translation>
    </message>
    <message>
        <source>move {0} before loop {1} first</source>
        <translation>先把 {0} 移到循环 {1} 之前</translation>
    </message>
    <message>
        <source>factor loop {0}, or let the block compare both elements, as in a &gt; b or a == b and i &lt; k</source>
        <translation>可分解循环 {0}，或让该块比较两个元素，如 a &gt; b or a == b and i &lt; k</translation>
    </message>
    <message>
        <source>be bound to {0}</source>
        <translation>绑定到 {0}</translation>
    </message>
    <message>
        <source>iterations {0} read the same element</source>
        <translation>迭代 {0} 读取同一个元素</translation>
    </message>
    <message>
        <source>iteration variable {0} is not among them</source>
        <translation>迭代变量 {0} 不在其中</translation>
    </message>
    <message>
        <source>keep {0} outside of {1}</source>
        <translation>将 {0} 放在 {1} 之外</translation>
    </message>
    <message>
        <source>expected: {0}
        found: {1}</source>
        <translation>应为：{0}
        实为：{1}</translation>
    </message>
    <message>
        <source>bound to {0}</source>
        <translation>绑定到 {0}</translation>
    </message>
    <message>
        <source>loop {0} does not start at 0</source>
        <translation>循环 {0} 不从 0 开始</translation>
    </message>
    <message>
        <source>choose loops inside {0}, outermost first</source>
        <translation>给出 {0} 之内的循环，由外到内排列</translation>
    </message>
    <message>
        <source>it is not inside {0}</source>
        <translation>它不在循环 {0} 之内</translation>
    </message>
    <message>
        <source>it reads {0} twice</source>
        <translation>它两次读取 {0}</translation>
    </message>
    <message>
        <source>iteration variable {0} does not cover all elements</source>
        <translation>迭代变量 {0} 未覆盖所有元素</translation>
    </message>
    <message>
        <source>choose loop {0} itself or one above it, or reorder it below {1}</source>
        <translation>给出循环 {0} 本身或其上方的循环，或用 reorder 把它移到循环 {1} 之下</translation>
    </message>
    <message>
        <source>choose a loop inside those that {0} is bound to</source>
        <translation>选择位于 {0} 所绑定的循环之内的循环</translation>
    </message>
    <message>
        <source>a loop {0} of {1} iterations</source>
        <translation>循环 {0}，共 {1} 次迭代</translation>
    </message>
    <message>
        <source>a block {0} with {1} iteration variables</source>
        <translation>块 {0}，有 {1} 个迭代变量</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条语句</translation>
    </message>
    <message>
        <source>loop {0}, bound to {1}</source>
        <translation>循环 {0}，绑定到 {1}</translation>
    </message>
    <message>
        <source>buffers of block {0}</source>
        <translation>块 {0} 自己的缓冲区</translation>
    </message>
    <message>
        <source>iteration variable {0} is {1}</source>
        <translation>迭代变量 {0} 为 {1}</translation>
    </message>
    <message>
        <source>iteration variable {0} over {1} at {2}</source>
        <translation>迭代变量 {0} 遍历 {1}，位于 {2}</translation>
    </message>
    <message>
        <source>over {0} at {1}</source>
        <translation>遍历 {0}，位于 {1}</translation>
    </message>
    <message>
        <source>it reads {0}</source>
        <translation>它读取 {0}</translation>
    </message>
    <message>
        <source>it writes {0}</source>
        <translation>它写入 {0}</translation>
    </message>
    <message>
        <source>iteration variable {0} is neither spatial nor a reduction</source>
        <translation>迭代变量 {0} 既不是空间变量也不是归约变量</translation>
    </message>
    <message>
        <source>it chooses between tuples of {0} elements, not 2</source>
        <translation>它在 {0} 个元素的元组之间选择，而不是 2 个</translation>
    </message>
    <message>
        <source>choose a loop directly inside block {0}</source>
        <translation>选择直接位于块 {0} 之内的循环</translation>
    </message>
    <message>
        <source>iteration variable {0} is neither spatial nor reduced with an init</source>
        <translation>迭代变量 {0} 既不是空间迭代变量，也不是带初始化的归约迭代变量</translation>
    </message>
    <message>
        <source>block {0} is not under the loop</source>
        <translation>块 {0} 不在该循环之下</translation>
    </message>
    <message>
        <source>the regions of block {0} were declared by hand</source>
        <translation>块 {0} 的区域是手工声明的</translation>
    </message>
    <message>
        <source>block {0} reads {1} and does not declare it</source>
        <translation>块 {0} 读取 {1}，但没有声明</translation>
    </message>
    <message>
        <source>block {0} writes {1}, which determines what it computes</source>
        <translation>块 {0} 写入 {1}，而后者决定它计算什么</translation>
    </message>
    <message>
        <source>block {0} writes what it reads</source>
        <translation>块 {0} 写入它所读取的内容</translation>
    </message>
    <message>
        <source>block {0} runs after it and writes what it reads</source>
        <translation>块 {0} 位于它之后，并写入它所读取的内容</translation>
    </message>
    <message>
        <source>it runs beyond the end of {0}</source>
        <translation>它的运行超出了缓冲区 {0} 的范围</translation>
    </message>
    <message>
        <source>block {0} reads what it overwrites</source>
        <translation>块 {0} 读取它会覆盖的内容</translation>
    </message>
    <message>
        <source>{0} before its loops are split, fused or annotated</source>
        <translation>{0} 应在其循环被拆分、融合或标注之前进行</translation>
    </message>
    <message>
        <source>different elements of {0} must have different positions in the copy</source>
        <translation>{0} 的不同元素在副本中须有不同的位置</translation>
    </message>
    <message>
        <source>keep block {0} outside of loop {1}</source>
        <translation>让块 {0} 保持在循环 {1} 之外</translation>
    </message>
    <message>
        <source>keep the other block outside of loop {0}, or bind a loop that block {1} does not reduce over</source>
        <translation>将另一个块放在循环 {0} 之外，或绑定块 {1} 不归约的循环</translation>
    </message>
    <message>
        <source>split loop {0} so that one part runs over the reduction alone</source>
        <translation>拆分循环 {0}，使其中一部分只遍历归约</translation>
    </message>
    <message>
        <source>name block {0} or {1}</source>
        <translation>请指明块 {0} 或 {1}</translation>
    </message>
    <message>
        <source>it could not be proved ({0}), and block {1} does not declare what the blocks inside it access</source>
        <translation>无法判定（{0}），且块 {1} 没有声明其内部的块访问什么</translation>
    </message>
    <message>
        <source>the dependence of {0} could not be analysed within the limit of operations</source>
        <translation>在操作数的限度内未能分析 {0} 的依赖</translation>
    </message>
    <message>
        <source> named '{0}'</source>
        <translation>，名为 '{0}'</translation>
    </message>
    <message>
        <source>use {0}</source>
        <translation>请使用 {0}</translation>
    </message>
    <message>
        <source> in line {0} of {1}</source>
        <translation>（{1} 的第 {0} 行）</translation>
    </message>
    <message>
        <source>step {0} of {1}, {2}{3}, is refused: {4}</source>
        <translation>{1} 的步骤 {0}，{2}{3}，被拒绝：{4}</translation>
    </message>
    <message>
        <source>{0} stops{1}: {2}</source>
        <translation>{0} 停止{1}：{2}</translation>
    </message>
    <message>
        <source>indices go from {0} to {1}</source>
        <translation>索引范围为 {0} 到 {1}</translation>
    </message>
    <message>
        <source>a {0} scalar</source>
        <translation>{0} 标量</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 到 {1}</translation>
    </message>
    <message>
        <source>check whether {0} calls itself endlessly</source>
        <translation>请检查 {0} 是否无限地调用自身</translation>
    </message>
    <message>
        <source>it has {0} statements, but software_pipeline_stage has {1} numbers</source>
        <translation>它有 {0} 条语句，而 software_pipeline_stage 有 {1} 个数</translation>
    </message>
    <message>
        <source>it has {0} statements, but software_pipeline_order has {1} numbers</source>
        <translation>它有 {0} 条语句，而 software_pipeline_order 有 {1} 个数</translation>
    </message>
    <message>
        <source>software_pipeline_order does not contain each of 0 to {0} once</source>
        <translation>software_pipeline_order 没有把 0 到 {0} 各列出一次</translation>
    </message>
    <message>
        <source>stage {0} is negative</source>
        <translation>阶段 {0} 为负</translation>
    </message>
    <message>
        <source>it has more than {0} stages</source>
        <translation>它有超过 {0} 个阶段</translation>
    </message>
    <message>
        <source>a call takes the address of {0}</source>
        <translation>有调用取用 {0} 的地址</translation>
    </message>
    <message>
        <source>other statements of loop {0} precede it</source>
        <translation>循环 {0} 的其他语句在它之前</translation>
    </message>
    <message>
        <source>the enclosing loop {0} is not serial with a known extent of at least 2</source>
        <translation>其外层循环 {0} 不是串行的，或其轮数未知或少于两轮</translation>
    </message>
    <message>
        <source>its buffer is not allocated in loop {0}</source>
        <translation>它的缓冲区不是在循环 {0} 中分配的</translation>
    </message>
    <message>
        <source>it writes {0}, which is not shared memory used by loop {1} alone</source>
        <translation>它写入 {0}，而后者不是仅属于循环 {1} 的共享内存</translation>
    </message>
    <message>
        <source>other statements write {0}</source>
        <translation>其他语句写入 {0}</translation>
    </message>
    <message>
        <source>it reads {0}, which loop {1} writes</source>
        <translation>它读取 {0}，而循环 {1} 写入它</translation>
    </message>
    <message>
        <source>it starts at {0}, which would be combined once for each thread</source>
        <translation>它从 {0} 开始，每个线程都会结合一次</translation>
    </message>
    <message>
        <source>start at the identity, and combine {0} after it</source>
        <translation>从单位元开始，之后再结合 {0}</translation>
    </message>
    <message>
        <source>loop {0} also selects the element that is reduced</source>
        <translation>循环 {0} 还决定归约哪个元素</translation>
    </message>
    <message>
        <source>there are other statements inside loop {0}</source>
        <translation>循环 {0} 内还有其他语句</translation>
    </message>
    <message>
        <source>loop {0} has no constant extent</source>
        <translation>循环 {0} 没有常量范围</translation>
    </message>
    <message>
        <source>loop {0} is bound to the same threads</source>
        <translation>循环 {0} 绑定到了相同的线程</translation>
    </message>
    <message>
        <source>bind the loops of the block to different axes</source>
        <translation>将该块的循环绑定到不同的轴</translation>
    </message>
    <message>
        <source>the enclosing loop {0} has no constant extent</source>
        <translation>其外层循环 {0} 没有常量范围</translation>
    </message>
    <message>
        <source>a store to {0}</source>
        <translation>对 {0} 的写入</translation>
    </message>
    <message>
        <source>code {0}</source>
        <translation>代码 {0}</translation>
    </message>
    <message>
        <source>{0} by thread ({1}, {2}, {3}) of block ({4}, {5}, {6})</source>
        <translation>{0}，线程 ({1}, {2}, {3})，块 ({4}, {5}, {6})</translation>
    </message>
    <message>
        <source>reinterpret from {0} to {1}</source>
        <translation>从 {0} 到 {1} 的 reinterpret</translation>
    </message>
    <message>
        <source>a store of {0} lanes to {1}</source>
        <translation>对 {1} 的 {0} 通道写入</translation>
    </message>
    <message>
        <source>dimension -{0} is {1} in one and {2} in the other; extents must be equal or 1</source>
        <translation>维度 -{0} 在一方为 {1}，在另一方为 {2}；范围须相等或为 1</translation>
    </message>
    <message>
        <source>it has {0} elements, but the new shape takes {1}{2}</source>
        <translation>它有 {0} 个元素，新形状需要{1} {2}</translation>
    </message>
    <message>
        <source>an array of shape {0}</source>
        <translation>形状为 {0} 的数组</translation>
    </message>
    <message>
        <source>call it: .{0}(...)</source>
        <translation>请调用它：.{0}(...)</translation>
    </message>
    <message>
        <source>its shape is {0}</source>
        <translation>它的形状为 {0}</translation>
    </message>
    <message>
        <source>the text runs under {0}: try it there</source>
        <translation>该文本在 {0} 下运行；可在那里尝试</translation>
    </message>
    <message>
        <source>the type {0}</source>
        <translation>类型 {0}</translation>
    </message>
    <message>
        <source>write def {0}(A, B, ...): ... with NumPy code, or run without a reference</source>
        <translation>用 NumPy 代码写 def {0}(A, B, ...): ...，或不用参考运行</translation>
    </message>
    <message>
        <source>the parameters are {0}</source>
        <translation>参数为 {0}</translation>
    </message>
    <message>
        <source>{0} the parameters are {1}</source>
        <translation>{0} 参数为 {1}</translation>
    </message>
    <message>
        <source>return them in this order, or take {0} as parameters and write them in place</source>
        <translation>按此顺序返回它们，或把 {0} 作为参数并就地写入</translation>
    </message>
    <message>
        <source>use .reshape{0} or .T</source>
        <translation>使用 .reshape{0} 或 .T</translation>
    </message>
    <message>
        <source>axes go from {0} to {1}</source>
        <translation>轴的范围为 {0} 到 {1}</translation>
    </message>
    <message>
        <source>the last dimension of the first must equal the second-to-last of the second{0}</source>
        <translation>第一个的最后一维须等于第二个的倒数第二维{0}</translation>
    </message>
    <message>
        <source>'{0}' is not a letter</source>
        <translation>'{0}' 不是字母</translation>
    </message>
    <message>
        <source>an array needs {0} bytes, but only {1} are left</source>
        <translation>数组需要 {0} 字节，只剩 {1} 字节</translation>
    </message>
    <message>
        <source>the options are {0}, each also with the prefix no-</source>
        <translation>可选的有 {0}，各自也可加前缀 no-</translation>
    </message>
    <message>
        <source>block {0} with {1} bindings for {2} iteration variables</source>
        <translation>块 {0} 有 {1} 个绑定，对应 {2} 个迭代变量</translation>
    </message>
    <message>
        <source>if_then_else with {0} arguments</source>
        <translation>带有 {0} 个参数的 if_then_else</translation>
    </message>
    <message>
        <source> in block {0} at {1}</source>
        <translation>，位于块 {0}，{1}</translation>
    </message>
    <message>
        <source> at {0}</source>
        <translation>，位于 {0}</translation>
    </message>
    <message>
        <source>{0} is {1} but should be {2}</source>
        <translation>{0} 为 {1}，而应为 {2}</translation>
    </message>
    <message>
        <source>{0} elements differ on random integers; compare {1} with {2}</source>
        <translation>{0} 个元素在随机整数上不同；请比较 {1} 与 {2}</translation>
    </message>
    <message>
        <source>device {0}: {1}</source>
        <translation>设备 {0}：{1}</translation>
    </message>
    <message>
        <source>functions without errors: {0}; name one, as in {1}:{2}</source>
        <translation>没有错误的函数：{0}；请指明一个，如 {1}:{2}</translation>
    </message>
    <message>
        <source>choose {0}</source>
        <translation>请选择 {0}</translation>
    </message>
    <message>
        <source>leave --math out, or choose --target {0}</source>
        <translation>去掉 --math，或选择 --target {0}</translation>
    </message>
    <message>
        <source>known: {0}</source>
        <translation>已知的有：{0}</translation>
    </message>
    <message>
        <source>{0} has {1} parameters, {2} has {3}</source>
        <translation>{0} 有 {1} 个参数，{2} 有 {3} 个</translation>
    </message>
    <message>
        <source>the program's code</source>
        <translation>程序的代码</translation>
    </message>
    <message>
        <source>one extent may be -1</source>
        <translation>有一个范围可以为 -1</translation>
    </message>
    <message>
        <source>compare first, or convert with .astype(...)</source>
        <translation>先比较，或用 .astype(...) 转换</translation>
    </message>
    <message>
        <source>convert it with .astype(...)</source>
        <translation>用 .astype(...) 转换它</translation>
    </message>
    <message>
        <source>convert the array with .astype(...)</source>
        <translation>用 .astype(...) 转换该数组</translation>
    </message>
    <message>
        <source>convert with .astype(...) to floats</source>
        <translation>用 .astype(...) 转换为浮点数</translation>
    </message>
    <message>
        <source>use ^ or np.logical_xor</source>
        <translation>使用 ^ 或 np.logical_xor</translation>
    </message>
    <message>
        <source>convert it with .astype("int64")</source>
        <translation>用 .astype("int64") 转换它</translation>
    </message>
    <message>
        <source>the dimension is empty</source>
        <translation>该维为空</translation>
    </message>
    <message>
        <source>write it like 'ij,jk-&gt;ik', one letter per dimension</source>
        <translation>写成 'ij,jk-&gt;ik' 的形式，每个维度一个字母</translation>
    </message>
    <message>
        <source>convert the values to float32 first</source>
        <translation>先把值转换为 float32</translation>
    </message>
    <message>
        <source>check that the file exists</source>
        <translation>请检查文件是否存在</translation>
    </message>
    <message>
        <source>check that the folder exists and the disk has space left</source>
        <translation>请检查文件夹是否存在，磁盘是否还有空间</translation>
    </message>
    <message>
        <source>save little-endian floats, integers or bools</source>
        <translation>保存小端的浮点数、整数或布尔值</translation>
    </message>
    <message>
        <source>save the arrays one by one</source>
        <translation>逐个保存数组</translation>
    </message>
    <message>
        <source>inputs come as parameters; compute the result from them</source>
        <translation>输入作为参数给出；请由它们计算结果</translation>
    </message>
    <message>
        <source>give one (before, after) pair per dimension</source>
        <translation>为每个维度给出一对（前，后）</translation>
    </message>
    <message>
        <source>use constant, edge, reflect, symmetric or wrap</source>
        <translation>使用 constant、edge、reflect、symmetric 或 wrap</translation>
    </message>
    <message>
        <source>a slice bound</source>
        <translation>切片边界</translation>
    </message>
    <message>
        <source>use np.float32, "float32", np.int64, bool ...</source>
        <translation>使用 np.float32、"float32"、np.int64、bool ...</translation>
    </message>
    <message>
        <source>install python3-numpy, or use the built-in reference: --reference auto</source>
        <translation>安装 python3-numpy，或使用自带的参考：--reference auto</translation>
    </message>
    <message>
        <source>it was terminated by a signal</source>
        <translation>它被信号终止</translation>
    </message>
    <message>
        <source>use a smaller problem, or a longer --timeout</source>
        <translation>使用较小的问题，或较长的 --timeout</translation>
    </message>
    <message>
        <source> output is</source>
        <translation> 个输出</translation>
    </message>
    <message>
        <source> outputs are</source>
        <translation> 个输出</translation>
    </message>
    <message>
        <source>check the axes of the last operation</source>
        <translation>检查最后一个操作的轴</translation>
    </message>
    <message>
        <source>run without a reference</source>
        <translation>不用参考运行</translation>
    </message>
    <message>
        <source>name every axis once</source>
        <translation>把每个轴各列出一次</translation>
    </message>
    <message>
        <source>--timeout sets a longer limit</source>
        <translation>用 --timeout 给它更长时间</translation>
    </message>
    <message>
        <source>`lw-runner --help` lists the options</source>
        <translation>`lw-runner --help` 列出各选项</translation>
    </message>
    <message>
        <source>a statement repeats executions</source>
        <translation>某条语句重复执行</translation>
    </message>
    <message>
        <source>a value would be lost</source>
        <translation>有一个值会丢失</translation>
    </message>
    <message>
        <source>a value would change</source>
        <translation>有一个值会改变</translation>
    </message>
    <message>
        <source>one execution reads different values in different rounds</source>
        <translation>某次执行在不同轮次读取不同的值</translation>
    </message>
    <message>
        <source>the dataflow could not be analysed within the limit of operations</source>
        <translation>在操作数的限度内未能分析数据流</translation>
    </message>
    <message>
        <source>the executions of the two blocks do not correspond one to one</source>
        <translation>两个块的执行不是一一对应</translation>
    </message>
    <message>
        <source>declare it as T.axis.opaque(...) if the order of its iterations matters, or change the indices</source>
        <translation>若其迭代的次序有意义，请标为 T.axis.opaque(...)，否则改变索引</translation>
    </message>
    <message>
        <source>declare it as T.axis.reduce(...), and initialise the sum in T.init()</source>
        <translation>标为 T.axis.reduce(...)，并在 T.init() 中给出和的起始值</translation>
    </message>
    <message>
        <source>bounds in the predicate overlap, and neither contains the other</source>
        <translation>谓词中的界互相重叠，而没有一个包含另一个</translation>
    </message>
    <message>
        <source>the indices are not independent of each other</source>
        <translation>各索引互不独立</translation>
    </message>
    <message>
        <source>the indices do not map the iterators one to one</source>
        <translation>各索引不是与迭代变量一一对应</translation>
    </message>
    <message>
        <source>the predicate is not a conjunction of bounds on iterators</source>
        <translation>谓词不是各迭代变量的界的合取</translation>
    </message>
    <message>
        <source>a bijective map does not allow padding</source>
        <translation>双射的映射不接受填充</translation>
    </message>
    <message>
        <source>a fused iterator</source>
        <translation>融合的迭代变量</translation>
    </message>
    <message>
        <source>an index takes values that exist only in the padding</source>
        <translation>某个索引取到只有填充才有的值</translation>
    </message>
    <message>
        <source>indices depend on each other through the padding of an iterator</source>
        <translation>各索引通过某迭代变量的填充互相依赖</translation>
    </message>
    <message>
        <source>the part of an iterator that the indices use does not divide its padded extent</source>
        <translation>索引所用的迭代变量部分不能整除其填充后的范围</translation>
    </message>
    <message>
        <source>the predicate bounds an iterator twice in different ways</source>
        <translation>谓词以不同方式两次限定同一迭代变量</translation>
    </message>
    <message>
        <source>the predicate does not bound a fused iterator</source>
        <translation>谓词没有限定融合的迭代变量</translation>
    </message>
    <message>
        <source>a sum of iterators leaves gaps or overlaps, so it cannot be inverted</source>
        <translation>迭代变量之和有空隙或重叠，因此不能求逆</translation>
    </message>
    <message>
        <source>a dividend is not a single fused iterator</source>
        <translation>被除数不是单个融合的迭代变量</translation>
    </message>
    <message>
        <source>an iterator cannot be a divisor</source>
        <translation>迭代变量不能作除数</translation>
    </message>
    <message>
        <source>a divisor must be positive</source>
        <translation>除数须为正</translation>
    </message>
    <message>
        <source>the scale of an iterator and its divisor have no common factor to cancel</source>
        <translation>迭代变量的系数与其除数没有可约去的公因子</translation>
    </message>
    <message>
        <source>the scale of an iterator and its modulus have no common factor to cancel</source>
        <translation>迭代变量的系数与其模数没有可约去的公因子</translation>
    </message>
    <message>
        <source>an index is a sum of iterators that cannot be fused into one</source>
        <translation>某个索引是不能融合为一个的迭代变量之和</translation>
    </message>
    <message>
        <source>the product of two iterators is not affine</source>
        <translation>两个迭代变量的乘积不是仿射的</translation>
    </message>
    <message>
        <source>a binding covers only a part of an inner loop's range</source>
        <translation>某个绑定只覆盖内层循环范围的一部分</translation>
    </message>
    <message>
        <source>a binding has a stride greater than 1</source>
        <translation>某个绑定的步长大于 1</translation>
    </message>
    <message>
        <source>a predicate involves both outer and inner loops</source>
        <translation>谓词同时涉及外层与内层循环</translation>
    </message>
    <message>
        <source>outer and inner loops add up to one value in several ways</source>
        <translation>外层与内层循环以多种方式相加得到同一个值</translation>
    </message>
    <message>
        <source>an inner loop has a larger stride in a binding than an outer loop</source>
        <translation>在某个绑定中，内层循环的步长大于外层循环</translation>
    </message>
    <message>
        <source>a key and at most one value</source>
        <translation>一个键和最多一个值</translation>
    </message>
    <message>
        <source>a non-empty string</source>
        <translation>一个非空字符串</translation>
    </message>
    <message>
        <source>a position and a value</source>
        <translation>一个位置和一个值</translation>
    </message>
    <message>
        <source>at most a position</source>
        <translation>最多一个位置</translation>
    </message>
    <message>
        <source>one dict</source>
        <translation>一个字典</translation>
    </message>
    <message>
        <source>one list of strings</source>
        <translation>一个字符串列表</translation>
    </message>
    <message>
        <source>one list or tuple</source>
        <translation>一个列表或元组</translation>
    </message>
    <message>
        <source>one string</source>
        <translation>一个字符串</translation>
    </message>
    <message>
        <source>one value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>two strings, the first not empty</source>
        <translation>两个字符串，第一个非空</translation>
    </message>
    <message>
        <source>was fused into</source>
        <translation>融合为</translation>
    </message>
    <message>
        <source>was split into</source>
        <translation>拆分为</translation>
    </message>
    <message>
        <source>check that the file exists and can be read</source>
        <translation>请检查文件是否存在且可读</translation>
    </message>
    <message>
        <source>it was not written by this program</source>
        <translation>它不是由本程序写出的</translation>
    </message>
    <message>
        <source>sessions end in .lwsession and are JSON</source>
        <translation>会话文件以 .lwsession 结尾，内容为 JSON</translation>
    </message>
    <message>
        <source>the latest changes are also kept beside the settings: open the source file itself</source>
        <translation>最近的改动也保存在设置旁：请直接打开源文件</translation>
    </message>
    <message>
        <source>the function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>the identity</source>
        <translation>单位元</translation>
    </message>
    <message>
        <source> are given</source>
        <translation> 个</translation>
    </message>
    <message>
        <source> is given</source>
        <translation> 个</translation>
    </message>
    <message>
        <source>the batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>the channels of data and kernel</source>
        <translation>data 与 kernel 的通道</translation>
    </message>
    <message>
        <source>the contracted sizes</source>
        <translation>被缩并的尺寸</translation>
    </message>
    <message>
        <source>a name after '.'</source>
        <translation>'.' 之后的名字</translation>
    </message>
    <message>
        <source>after the parameters of the lambda</source>
        <translation>在 lambda 的参数之后</translation>
    </message>
    <message>
        <source>after the variables of the comprehension</source>
        <translation>在推导式的变量之后</translation>
    </message>
    <message>
        <source>between a key and its value</source>
        <translation>在键与值之间</translation>
    </message>
    <message>
        <source>in `a if condition else b`</source>
        <translation>在 `a if condition else b` 中</translation>
    </message>
    <message>
        <source>after the decorator</source>
        <translation>在装饰器之后</translation>
    </message>
    <message>
        <source>after the name of the function</source>
        <translation>在函数名之后</translation>
    </message>
    <message>
        <source>after the variables of the loop</source>
        <translation>在循环变量之后</translation>
    </message>
    <message>
        <source>the body of</source>
        <translation>函数体</translation>
    </message>
    <message>
        <source>the alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>the scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>the thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>at least </source>
        <translation>至少 </translation>
    </message>
    <message>
        <source>the extent</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>the name of the intrinsic</source>
        <translation>intrinsic 的名称</translation>
    </message>
    <message>
        <source>the offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source> index is</source>
        <translation>给出索引</translation>
    </message>
    <message>
        <source> indices are</source>
        <translation>给出索引</translation>
    </message>
    <message>
        <source>the message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>annotate copies to shared memory at the start of a serial loop (cache_read, compute_at)</source>
        <translation>标注位于串行循环开头的到共享内存的复制（cache_read、compute_at）</translation>
    </message>
    <message>
        <source>it is not at the start of a serial loop</source>
        <translation>它不在串行循环的开头</translation>
    </message>
    <message>
        <source> in the previous iteration</source>
        <translation>（在前一次迭代中）</translation>
    </message>
    <message>
        <source>annotate the serial loop around the copies</source>
        <translation>标注复制外层的串行循环</translation>
    </message>
    <message>
        <source>count stages from 0</source>
        <translation>阶段从 0 计起</translation>
    </message>
    <message>
        <source>give it a later stage, or the same stage and a later position in the order</source>
        <translation>给它较后的阶段，或相同阶段中较后的位置</translation>
    </message>
    <message>
        <source>keep tensorized statements in one stage, in an inner loop</source>
        <translation>把张量化的语句留在同一阶段，置于内层循环中</translation>
    </message>
    <message>
        <source>name the stages whose copies are asynchronous, for example [0]</source>
        <translation>指明其复制为异步的阶段，例如 [0]</translation>
    </message>
    <message>
        <source>no block</source>
        <translation>没有块</translation>
    </message>
    <message>
        <source>reads it</source>
        <translation>读取它</translation>
    </message>
    <message>
        <source>the loop is not serial</source>
        <translation>该循环不是串行的</translation>
    </message>
    <message>
        <source>use fewer stages</source>
        <translation>使用较少的阶段</translation>
    </message>
    <message>
        <source>writes it</source>
        <translation>写入它</translation>
    </message>
    <message>
        <source>bind reduce loops to threadIdx</source>
        <translation>把归约循环绑定到 threadIdx</translation>
    </message>
    <message>
        <source>bind the loop before decompose_reduction, or leave that out</source>
        <translation>在 decompose_reduction 之前绑定循环，或不用它</translation>
    </message>
    <message>
        <source>its predicate mixes reduction loops and other loops</source>
        <translation>它的谓词混合了归约循环与其他循环</translation>
    </message>
    <message>
        <source>its init is a separate block</source>
        <translation>它的初始化是单独的块</translation>
    </message>
    <message>
        <source>move them out of it, with compute_at or reverse_compute_at at a loop further out</source>
        <translation>用 compute_at 或 reverse_compute_at 把它们移到更外层的循环</translation>
    </message>
    <message>
        <source>split it by the number of threads</source>
        <translation>按线程数拆分</translation>
    </message>
    <message>
        <source>split it by the number of threads and bind the inner loop</source>
        <translation>按线程数拆分，并绑定内层循环</translation>
    </message>
    <message>
        <source>split loops by factors that divide their extents</source>
        <translation>拆分循环，使其因子相符</translation>
    </message>
    <message>
        <source>split the loop so that one part runs over the reduction alone, and bind that</source>
        <translation>拆分循环，使其中一部分只遍历归约，并绑定该部分</translation>
    </message>
    <message>
        <source>initialise it in a kernel of its own (decompose_reduction at the outermost loop, or fission), and read it in a later one</source>
        <translation>在单独的内核中初始化它：在最外层循环处用 decompose_reduction，或用 fission；并在之后的内核中读取它</translation>
    </message>
    <message>
        <source>a while loop</source>
        <translation>while 循环</translation>
    </message>
    <message>
        <source>bind a loop around it</source>
        <translation>绑定其外层的循环</translation>
    </message>
    <message>
        <source>bind the loops around the kernel</source>
        <translation>绑定内核外层的循环</translation>
    </message>
    <message>
        <source>compute what uses it under one loop bound to blockIdx, or use the scope global</source>
        <translation>在同一个绑定到 blockIdx 的循环之下计算使用它的部分，或使用 global 作用域</translation>
    </message>
    <message>
        <source>it is computed outside of kernels</source>
        <translation>它在内核之外计算</translation>
    </message>
    <message>
        <source>it may depend on sizes and scalar parameters only</source>
        <translation>它只能依赖于尺寸与标量参数</translation>
    </message>
    <message>
        <source>split a loop bound to threadIdx and bind one part to blockIdx, or leave it serial</source>
        <translation>拆分绑定到 threadIdx 的循环，把一部分绑定到 blockIdx，或保持串行</translation>
    </message>
    <message>
        <source>split the loop and bind the parts to different axes</source>
        <translation>拆分该循环，并把各部分绑定到不同的轴</translation>
    </message>
    <message>
        <source>split the loops around it by constant factors</source>
        <translation>用常量因子拆分其外层的循环</translation>
    </message>
    <message>
        <source>the list of launches</source>
        <translation>启动列表</translation>
    </message>
    <message>
        <source>use a scalar parameter of the function</source>
        <translation>使用函数的标量参数</translation>
    </message>
    <message>
        <source>use shared, local or global</source>
        <translation>使用 shared、local 或 global</translation>
    </message>
    <message>
        <source>use smaller tiles, or the scope local for what one thread needs</source>
        <translation>使用较小的分块，或对单个线程所需的内容使用 local 作用域</translation>
    </message>
    <message>
        <source>one statement</source>
        <translation>一条语句</translation>
    </message>
    <message>
        <source>reduce over threads outside of conditions and loops that depend on threadIdx</source>
        <translation>在依赖 threadIdx 的条件与循环之外做线程间归约</translation>
    </message>
    <message>
        <source>write what other threads read in a statement of its own, outside of conditions and loops that depend on threadIdx</source>
        <translation>把其他线程读取的内容写在单独的语句中，置于依赖 threadIdx 的条件与循环之外</translation>
    </message>
    <message>
        <source>bind a loop around it, for example bind(loop, "blockIdx.x"), or compute it inside another kernel with compute_at or compute_inline</source>
        <translation>绑定其外层的循环，例如 bind(loop, "blockIdx.x")，或用 compute_at 或 compute_inline 在另一个内核中计算它</translation>
    </message>
    <message>
        <source>bind a loop whose extent does not depend on other loops</source>
        <translation>绑定范围不依赖于其他循环的循环</translation>
    </message>
    <message>
        <source> dimension</source>
        <translation> 个维度</translation>
    </message>
    <message>
        <source> dimensions</source>
        <translation> 个维度</translation>
    </message>
    <message>
        <source> axis</source>
        <translation> 个轴</translation>
    </message>
    <message>
        <source> axes</source>
        <translation> 个轴</translation>
    </message>
    <message>
        <source> argument</source>
        <translation> 个参数</translation>
    </message>
    <message>
        <source> arguments</source>
        <translation> 个参数</translation>
    </message>
    <message>
        <source>a composite takes no function as an argument</source>
        <translation>组合步骤不接受函数作为参数</translation>
    </message>
    <message>
        <source>{0} cannot be called in an expression of a prim_func</source>
        <translation>{0} 不能在 prim_func 的表达式中调用</translation>
    </message>
    <message>
        <source>{0} has {1} output{2}</source>
        <translation>{0} 有 {1} 个输出</translation>
    </message>
    <message>
        <source>{0} is accessed through buffers of different rank</source>
        <translation>{0} 通过维数不同的缓冲区被访问</translation>
    </message>
    <message>
        <source>the executions of block {0} are not affine</source>
        <translation>块 {0} 的执行不是仿射的</translation>
    </message>
    <message>
        <source>the iteration variables of block {0} are not affine</source>
        <translation>块 {0} 的迭代变量不是仿射的</translation>
    </message>
    <message>
        <source>block {0} accesses {1} at an index that is not affine</source>
        <translation>块 {0} 以非仿射的下标访问 {1}</translation>
    </message>
    <message>
        <source>part of {0} would not be written</source>
        <translation>{0} 的一部分不会被写入</translation>
    </message>
    <message>
        <source>{0} would read elements of {1} that are not written yet</source>
        <translation>{0} 会读取 {1} 中尚未写入的元素</translation>
    </message>
    <message>
        <source>{0} would keep a value that {1} wrote at another time</source>
        <translation>{0} 会保留 {1} 在另一时刻写入的值</translation>
    </message>
    <message>
        <source>{0} would read a value of {1} that another execution of {2} wrote</source>
        <translation>{0} 会读到 {1} 中由 {2} 的另一次执行写入的值</translation>
    </message>
    <message>
        <source>the result {0}</source>
        <translation>结果 {0}</translation>
    </message>
    <message>
        <source>{0} would run for iterations that it does not have</source>
        <translation>{0} 会执行它没有的迭代</translation>
    </message>
    <message>
        <source>the copy would also contain elements of {0} that are never computed</source>
        <translation>该副本还会传递 {0} 中没有计算过的元素</translation>
    </message>
    <message>
        <source>{0} reads elements that the copy does not contain</source>
        <translation>{0} 读取该副本中没有的元素</translation>
    </message>
    <message>
        <source>{0} name{1} for {2} value{3}</source>
        <translation>{0} 个名字对应 {2} 个值</translation>
    </message>
    <message>
        <source>{0} name{1} or more for {2} value{3}</source>
        <translation>{0} 个或更多名字对应 {2} 个值</translation>
    </message>
    <message>
        <source>{0} loop{1} for {2} variable{3}</source>
        <translation>{0} 个循环对应 {2} 个变量</translation>
    </message>
    <message>
        <source>a handle</source>
        <translation>一个句柄</translation>
    </message>
    <message>
        <source>{0} has no items</source>
        <translation>{0} 没有项</translation>
    </message>
    <message>
        <source>workers of a queue measure, but times for '{0}' are modelled</source>
        <translation>队列的工作进程进行测量，而 '{0}' 的时间是模型估计的</translation>
    </message>
    <message>
        <source>leave out --queue, or choose a target of a device</source>
        <translation>请去掉 --queue，或选择一个设备目标</translation>
    </message>
    <message>
        <source>start `lw worker` on that machine</source>
        <translation>请在那台机器上启动 `lw worker`</translation>
    </message>
    <message>
        <source>the workers of a class have one device each</source>
        <translation>一个类别的每个工作进程只有一个设备</translation>
    </message>
    <message>
        <source>name the target of the device</source>
        <translation>请指定该设备的目标</translation>
    </message>
    <message>
        <source>leave out --threads</source>
        <translation>请去掉 --threads</translation>
    </message>
    <message>
        <source>--class names a class of workers on machines that have such a device</source>
        <translation>用 --class 指定一个类别，其工作进程所在的机器有这样的设备</translation>
    </message>
    <message>
        <source>--class names another class of workers</source>
        <translation>用 --class 指定另一个工作进程类别</translation>
    </message>
    <message>
        <source>workers of the class '{0}' run kernels for {1}, not for {2}</source>
        <translation>类别 '{0}' 的工作进程运行 {1} 的内核，不运行 {2} 的内核</translation>
    </message>
    <message>
        <source>`lw worker` measures on the processor of another machine</source>
        <translation>`lw worker` 在另一台机器的处理器上测量</translation>
    </message>
    <message>
        <source>--model takes off, draft or learned, not '{0}'</source>
        <translation>--model 可取 off、draft 或 learned，不能是 '{0}'</translation>
    </message>
    <message>
        <source>--search takes evolution, beam or random, not '{0}'</source>
        <translation>--search 可取 evolution、beam 或 random，不能是 '{0}'</translation>
    </message>
    <message>
        <source>no rule writes a search space for {0}</source>
        <translation>没有规则能为 {0} 写出搜索空间</translation>
    </message>
    <message>
        <source>one call did not end within {0}</source>
        <translation>一次调用未能在 {0} 内结束</translation>
    </message>
    <message>
        <source>one call takes {0}, and the best candidate {1}</source>
        <translation>一次调用需要 {0}，而最好的候选只需 {1}</translation>
    </message>
    <message>
        <source>{0}[{1}] is {2}, but should be {3}; {4} elements differ</source>
        <translation>{0}[{1}] 为 {2}，应为 {3}；共有 {4} 个元素不同</translation>
    </message>
    <message>
        <source>`lw run` with the steps of the candidate compares everything</source>
        <translation>用候选的步骤执行 `lw run` 可比较全部结果</translation>
    </message>
    <message>
        <source>decisions are an object of names and choices</source>
        <translation>决策必须是由名称和选择组成的对象</translation>
    </message>
    <message>
        <source>the choice '{0}' is neither an integer, a list of them, nor null</source>
        <translation>选择 '{0}' 既不是整数，也不是整数列表或 null</translation>
    </message>
    <message>
        <source>no time is recorded for the decisions {0}</source>
        <translation>没有决策 {0} 的计时记录</translation>
    </message>
    <message>
        <source>--pin names the decision {0} twice</source>
        <translation>--pin 两次指定了决策 {0}</translation>
    </message>
    <message>
        <source>a decision has one choice</source>
        <translation>一个决策只有一个选择</translation>
    </message>
    <message>
        <source>kernels of several threads are measured one at a time: leave out --workers</source>
        <translation>多线程的内核逐个测量：请去掉 --workers</translation>
    </message>
    <message>
        <source>the space has no decision named {0}</source>
        <translation>空间中没有名为 {0} 的决策</translation>
    </message>
    <message>
        <source>the decision {0} cannot be {1} with the other decisions</source>
        <translation>在其他决策下，决策 {0} 不能是 {1}</translation>
    </message>
    <message>
        <source>the decision {0} cannot be {1}</source>
        <translation>决策 {0} 不能是 {1}</translation>
    </message>
    <message>
        <source>factors of the loop, for example {0}</source>
        <translation>循环的因子，例如 {0}</translation>
    </message>
    <message>
        <source>the space takes no decisions</source>
        <translation>该空间不作任何决策</translation>
    </message>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
    <message>
        <source>'{0}' is not the address of a queue: {1}</source>
        <translation>'{0}' 不是队列的地址：{1}</translation>
    </message>
    <message>
        <source>it does not begin with amqps:// or amqp://</source>
        <translation>它不以 amqps:// 或 amqp:// 开头</translation>
    </message>
    <message>
        <source>an escape is not % and two hexadecimal digits</source>
        <translation>转义不是 % 加两个十六进制数字</translation>
    </message>
    <message>
        <source>']' is missing</source>
        <translation>缺少 ']'</translation>
    </message>
    <message>
        <source>the port is not a number of 1 to 65535</source>
        <translation>端口不是 1 到 65535 的数</translation>
    </message>
    <message>
        <source>it names no host</source>
        <translation>其中没有主机名</translation>
    </message>
    <message>
        <source>write amqps://USER@HOST:PORT/VHOST, with the password in LW_QUEUE_PASSWORD</source>
        <translation>请写成 amqps://USER@HOST:PORT/VHOST，并把密码放在 LW_QUEUE_PASSWORD 中</translation>
    </message>
    <message>
        <source>amqp:// would send the password and the kernels to {0} without encryption</source>
        <translation>amqp:// 会把密码和内核不加密地发送到 {0}</translation>
    </message>
    <message>
        <source>use amqps://, or amqp:// to the end of an ssh tunnel on localhost</source>
        <translation>请使用 amqps://，或用 amqp:// 连接 localhost 上的 ssh 隧道</translation>
    </message>
    <message>
        <source>{0} cannot be reached: {1}</source>
        <translation>无法连接 {0}：{1}</translation>
    </message>
    <message>
        <source>check host and port, and that RabbitMQ is running there</source>
        <translation>请检查主机和端口，以及那里是否运行着 RabbitMQ</translation>
    </message>
    <message>
        <source>check that the port is RabbitMQ's</source>
        <translation>请检查该端口是否属于 RabbitMQ</translation>
    </message>
    <message>
        <source>there is no encrypted connection to {0}: {1}</source>
        <translation>无法与 {0} 建立加密连接：{1}</translation>
    </message>
    <message>
        <source>there are no certificates in {0}</source>
        <translation>{0} 中没有证书</translation>
    </message>
    <message>
        <source>its certificate is for another host</source>
        <translation>它的证书属于另一台主机</translation>
    </message>
    <message>
        <source>use the host name of the certificate</source>
        <translation>请使用证书中的主机名</translation>
    </message>
    <message>
        <source>its certificate is not signed by a trusted authority</source>
        <translation>它的证书不是由受信任的机构签发的</translation>
    </message>
    <message>
        <source>--ca names a file with the authority's certificate</source>
        <translation>--ca 指定包含该机构证书的文件</translation>
    </message>
    <message>
        <source>the certificates do not fit, or the port is not one for TLS</source>
        <translation>证书不匹配，或者该端口不用于 TLS</translation>
    </message>
    <message>
        <source>--ca names a file with the authority's certificate; 5671 is the usual port</source>
        <translation>--ca 指定包含该机构证书的文件；通常的端口是 5671</translation>
    </message>
    <message>
        <source>{0} refuses the name or the password of user '{1}'</source>
        <translation>{0} 拒绝用户 '{1}' 的名称或密码</translation>
    </message>
    <message>
        <source>the password is in the address or in LW_QUEUE_PASSWORD</source>
        <translation>密码取自地址或 LW_QUEUE_PASSWORD</translation>
    </message>
    <message>
        <source>{0} does not let user '{1}' use the virtual host '{2}': {3}</source>
        <translation>{0} 不允许用户 '{1}' 使用虚拟主机 '{2}'：{3}</translation>
    </message>
    <message>
        <source>`rabbitmqctl add_vhost {0}` makes it, and `rabbitmqctl set_permissions -p {0} {1} ...` opens it to the user</source>
        <translation>`rabbitmqctl add_vhost {0}` 创建它，`rabbitmqctl set_permissions -p {0} {1} ...` 授权给该用户</translation>
    </message>
    <message>
        <source>{0} does not allow this to user '{1}': {2}</source>
        <translation>{0} 不允许用户 '{1}' 这样做：{2}</translation>
    </message>
    <message>
        <source>`rabbitmqctl set_permissions -p {0} {1} '^loopwright' '^loopwright|^amq.gen' '^loopwright|^amq.gen|^amq.default'` allows it</source>
        <translation>`rabbitmqctl set_permissions -p {0} {1} '^loopwright' '^loopwright|^amq.gen' '^loopwright|^amq.gen|^amq.default'` 可以授权</translation>
    </message>
    <message>
        <source>{0} refuses a request: {1}</source>
        <translation>{0} 拒绝了请求：{1}</translation>
    </message>
    <message>
        <source>the connection to {0} was lost: {1}</source>
        <translation>与 {0} 的连接断开了：{1}</translation>
    </message>
    <message>
        <source>a queue was deleted</source>
        <translation>一个队列被删除了</translation>
    </message>
    <message>
        <source>it does not confirm a message</source>
        <translation>它没有确认消息</translation>
    </message>
    <message>
        <source>the queue {0} at {1} is full</source>
        <translation>{1} 上的队列 {0} 已满</translation>
    </message>
    <message>
        <source>start workers of its class, or let the queue be longer (x-max-length of its policy)</source>
        <translation>请启动该类别的工作进程，或放宽队列的长度（其策略的 x-max-length）</translation>
    </message>
    <message>
        <source>'{0}' is not a class of workers: a name has at most 100 letters, digits, '-' and '_'</source>
        <translation>'{0}' 不是工作进程的类别：名称最多 100 个字符，只含字母、数字、'-' 和 '_'</translation>
    </message>
    <message>
        <source>no worker of the class '{0}' was ever connected to {1}</source>
        <translation>从未有类别为 '{0}' 的工作进程连接过 {1}</translation>
    </message>
    <message>
        <source>start `lw worker --queue URL --class {0}` on a machine of that class first</source>
        <translation>请先在该类别的机器上启动 `lw worker --queue URL --class {0}`</translation>
    </message>
    <message>
        <source>start `lw worker --queue URL --class {0}`</source>
        <translation>请启动 `lw worker --queue URL --class {0}`</translation>
    </message>
    <message>
        <source>no worker of the class '{0}' takes trials at {1}</source>
        <translation>{1} 上没有类别为 '{0}' 的工作进程在接受试验</translation>
    </message>
    <message>
        <source>the class '{0}' is of workers with {1}, but this is {2}</source>
        <translation>类别 '{0}' 的工作进程是 {1}，而本机是 {2}</translation>
    </message>
    <message>
        <source>--class gives this machine a class of its own; their times are not compared</source>
        <translation>用 --class 给本机一个单独的类别；它们的时间不会互相比较</translation>
    </message>
    <message>
        <source>a message at {0} cannot be read: {1}</source>
        <translation>{0} 上的一条消息无法读取：{1}</translation>
    </message>
    <message>
        <source>the code of a kernel is incomplete</source>
        <translation>内核的代码不完整</translation>
    </message>
    <message>
        <source>there are no candidates in it</source>
        <translation>其中没有候选</translation>
    </message>
    <message>
        <source>inputs and expected results take {0}, but a message may take at most {1}</source>
        <translation>输入和预期结果占 {0}，而一条消息最多 {1}</translation>
    </message>
    <message>
        <source>tune with smaller sizes, or with random inputs</source>
        <translation>请用较小的规模或随机输入来调优</translation>
    </message>
    <message>
        <source>each of the {0} workers that took it ended without an answer</source>
        <translation>接手它的 {0} 个工作进程都没有回答就结束了</translation>
    </message>
    <message>
        <source>a kernel runs on at least one thread, not on {0}</source>
        <translation>内核至少在一个线程上运行，而不是 {0} 个</translation>
    </message>
    <message>
        <source>the code needs {0} bytes, but only {1} are left</source>
        <translation>代码需要 {0} 字节，但只剩 {1} 字节</translation>
    </message>
    <message>
        <source>it does not describe its processor</source>
        <translation>它没有描述自己的处理器</translation>
    </message>
    <message>
        <source>cannot make the folder {0} for tuning records: {1}</source>
        <translation>无法为调优记录创建文件夹 {0}：{1}</translation>
    </message>
    <message>
        <source>cannot open the tuning records {0}: {1}</source>
        <translation>无法打开调优记录 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} is not a database of tuning records: {1}</source>
        <translation>{0} 不是调优记录数据库：{1}</translation>
    </message>
    <message>
        <source>the database of tuning records {0} is damaged: {1}</source>
        <translation>调优记录数据库 {0} 已损坏：{1}</translation>
    </message>
    <message>
        <source>the tuning records {0} have version {1}, but this program reads up to {2}</source>
        <translation>调优记录 {0} 的版本为 {1}，而本程序最多能读到版本 {2}</translation>
    </message>
    <message>
        <source>cannot write to the tuning records {0}: {1}</source>
        <translation>无法写入调优记录 {0}：{1}</translation>
    </message>
    <message>
        <source>the disk is full: cannot add a record to {0}</source>
        <translation>磁盘已满：无法向 {0} 添加记录</translation>
    </message>
    <message>
        <source>another program keeps the tuning records {0} locked</source>
        <translation>另一个程序锁住了调优记录 {0}</translation>
    </message>
    <message>
        <source>`lw records --db {0} --rescue NEW.db` copies what can still be read</source>
        <translation>`lw records --db {0} --rescue NEW.db` 会复制仍可读取的内容</translation>
    </message>
    <message>
        <source>give another file with `--db`; this one was not changed</source>
        <translation>请用 `--db` 指定另一个文件；此文件未被改动</translation>
    </message>
    <message>
        <source>free some space; all earlier records are kept</source>
        <translation>请腾出一些空间；之前的记录都已保留</translation>
    </message>
    <message>
        <source>end that program, or give another file with `--db`</source>
        <translation>请结束该程序，或用 `--db` 指定另一个文件</translation>
    </message>
    <message>
        <source>it is in another format</source>
        <translation>它是另一种格式</translation>
    </message>
    <message>
        <source>check the path and its permissions, or give another file with `--db`</source>
        <translation>请检查路径及其权限，或用 `--db` 指定另一个文件</translation>
    </message>
    <message>
        <source>check the permissions of the file and its folder, or give another file with `--db`</source>
        <translation>请检查文件及其文件夹的权限，或用 `--db` 指定另一个文件</translation>
    </message>
    <message>
        <source>its tables are those of another program</source>
        <translation>其中的表属于另一个程序</translation>
    </message>
    <message>
        <source>it has no version number</source>
        <translation>它没有版本号</translation>
    </message>
    <message>
        <source>its version is {0}</source>
        <translation>它的版本为 {0}</translation>
    </message>
    <message>
        <source>use the newer program, or give another file with `--db`; this one was not changed</source>
        <translation>请使用较新的程序，或用 `--db` 指定另一个文件；此文件未被改动</translation>
    </message>
    <message>
        <source>give another file with `--db`</source>
        <translation>请用 `--db` 指定另一个文件</translation>
    </message>
    <message>
        <source>record {0} cannot be read</source>
        <translation>无法读取记录 {0}</translation>
    </message>
    <message>
        <source>{0} threads share the work.</source>
        <translation>{0} 个线程分担工作。</translation>
    </message>
    <message>
        <source>One thread does all the work.</source>
        <translation>由一个线程完成全部工作。</translation>
    </message>
    <message>
        <source>{0} threads share the work, before {1}.</source>
        <translation>{0} 个线程分担工作，此前为 {1} 个。</translation>
    </message>
    <message>
        <source>The compiler makes vectors of the loop {0}, whose accesses lie side by side.</source>
        <translation>编译器把循环 {0} 变成向量，其访问彼此相邻。</translation>
    </message>
    <message>
        <source>{0} elements are computed at a time.</source>
        <translation>一次计算 {0} 个元素。</translation>
    </message>
    <message>
        <source>{0} elements are computed at a time, before {1}.</source>
        <translation>一次计算 {0} 个元素，此前为 {1} 个。</translation>
    </message>
    <message>
        <source>One element is computed at a time: the compiler finds no vectors.</source>
        <translation>一次只计算一个元素：编译器找不到向量。</translation>
    </message>
    <message>
        <source>One element is computed at a time.</source>
        <translation>一次只计算一个元素。</translation>
    </message>
    <message>
        <source>The lanes of a vector are read one by one, from places far apart.</source>
        <translation>向量的各通道从相距很远的位置逐个读取。</translation>
    </message>
    <message>
        <source>Whole vectors are read, before lane by lane.</source>
        <translation>整个向量一次读取，此前逐通道读取。</translation>
    </message>
    <message>
        <source>With each iteration of the innermost loop {0}, {1} jumps to another cache line.</source>
        <translation>最内层循环 {0} 每迭代一次，{1} 就跳到另一个缓存行。</translation>
    </message>
    <message>
        <source>With each iteration of the innermost loop {0}, {1} moves by {2} bytes, to another cache line.</source>
        <translation>最内层循环 {0} 每迭代一次，{1} 就移动 {2} 字节，到另一个缓存行。</translation>
    </message>
    <message>
        <source>In the innermost loop {0}, {1} stays where it is; before, it moved by {2} bytes.</source>
        <translation>在最内层循环 {0} 中，{1} 的位置不变；此前每次移动 {2} 字节。</translation>
    </message>
    <message>
        <source>In the innermost loop {0}, {1} stays where it is; before, it jumped.</source>
        <translation>在最内层循环 {0} 中，{1} 的位置不变；此前会跳动。</translation>
    </message>
    <message>
        <source>In the innermost loop {0}, {1} is read element after element; before, it moved by {2} bytes.</source>
        <translation>在最内层循环 {0} 中，{1} 逐元素读取；此前每次移动 {2} 字节。</translation>
    </message>
    <message>
        <source>In the innermost loop {0}, {1} is read element after element; before, it jumped.</source>
        <translation>在最内层循环 {0} 中，{1} 逐元素读取；此前会跳动。</translation>
    </message>
    <message>
        <source>Each addition waits for the one before it: sums are in {0} of the {1} registers.</source>
        <translation>每次加法都要等待前一次：{1} 个寄存器中只有 {0} 个存放和。</translation>
    </message>
    <message>
        <source>Sums are in {0} registers, before in {1}, so that no addition waits for long.</source>
        <translation>和存放在 {0} 个寄存器中，此前为 {1} 个，因此加法不必久等。</translation>
    </message>
    <message>
        <source>The sums stay in registers while the loop {0} runs.</source>
        <translation>循环 {0} 运行期间，和留在寄存器中。</translation>
    </message>
    <message>
        <source>The sums are loaded and stored in every iteration.</source>
        <translation>每次迭代都读出并写回和。</translation>
    </message>
    <message>
        <source>Values that the {0} registers do not hold, and that are stored and loaded again: {1}.</source>
        <translation>{0} 个寄存器放不下、因而要存出再读回的值：{1} 个。</translation>
    </message>
    <message>
        <source>Loads for each multiply-add: {0}, before {1}.</source>
        <translation>每次乘加的读取次数：{0}，此前为 {1}。</translation>
    </message>
    <message>
        <source>it has the unknown outcome {0}</source>
        <translation>其中有未知的结果 {0}</translation>
    </message>
    <message>
        <source>there are no tuning records: {0} does not exist</source>
        <translation>没有调优记录：{0} 不存在</translation>
    </message>
    <message>
        <source>there is no right and timed record of {0} for {1}</source>
        <translation>{0} 没有适用于 {1} 的正确且已计时的记录</translation>
    </message>
    <message>
        <source>{0} has no record {1} with a trace</source>
        <translation>{0} 没有带轨迹的记录 {1}</translation>
    </message>
    <message>
        <source>the trace of record {0} cannot be used: {1}</source>
        <translation>记录 {0} 的轨迹无法使用：{1}</translation>
    </message>
    <message>
        <source>--trace is json or python, not '{0}'</source>
        <translation>--trace 应为 json 或 python，而不是“{0}”</translation>
    </message>
    <message>
        <source>there is no outcome '{0}'</source>
        <translation>没有名为“{0}”的结果</translation>
    </message>
    <message>
        <source>{0} needs the file with the function</source>
        <translation>{0} 需要给出包含该函数的文件</translation>
    </message>
    <message>
        <source>--tuned cannot be combined with {0}</source>
        <translation>--tuned 不能与 {0} 同时使用</translation>
    </message>
    <message>
        <source>`lw tune FILE` measures candidates and records them</source>
        <translation>`lw tune FILE` 会测量候选并记录结果</translation>
    </message>
    <message>
        <source>cannot read the records in {0}: {1}</source>
        <translation>无法读取 {0} 中的记录：{1}</translation>
    </message>
    <message>
        <source>cannot write the records to {0}: {1}</source>
        <translation>无法把记录写入 {0}：{1}</translation>
    </message>
    <message>
        <source>line {0} of {1} cannot be used: {2}</source>
        <translation>{1} 的第 {0} 行无法使用：{2}</translation>
    </message>
    <message>
        <source>it should be [hash, program in base64]</source>
        <translation>它应为 [hash, base64 编码的程序]</translation>
    </message>
    <message>
        <source>there is no workload {0}, only {1}</source>
        <translation>没有工作负载 {0}，只有 {1} 个</translation>
    </message>
    <message>
        <source>the folder should have {0} and {1}</source>
        <translation>文件夹中应有 {0} 和 {1}</translation>
    </message>
    <message>
        <source>{0} is the damaged file itself: --rescue takes a new one</source>
        <translation>{0} 就是损坏的文件本身：--rescue 需要一个新文件</translation>
    </message>
    <message>
        <source>its loops do not go along the last axis of {0}</source>
        <translation>其循环不沿 {0} 的最后一个轴进行</translation>
    </message>
    <message>
        <source>it writes the result {0}</source>
        <translation>它写入结果 {0}</translation>
    </message>
    <message>
        <source>block {0}, which reads it, is scheduled already</source>
        <translation>读取它的块 {0} 已经调度过</translation>
    </message>
    <message>
        <source>block {0} reads each of its elements many times</source>
        <translation>块 {0} 多次读取它的每个元素</translation>
    </message>
    <message>
        <source>block {0} reads it in windows</source>
        <translation>块 {0} 以窗口读取它</translation>
    </message>
    <message>
        <source>block {0} reads it in a condition or an index</source>
        <translation>块 {0} 在条件或下标中读取它</translation>
    </message>
    <message>
        <source>an earlier step has scheduled its loop {0}</source>
        <translation>先前的步骤已经调度了它的循环 {0}</translation>
    </message>
    <message>
        <source>its loop {0} does not run from 0 to a constant</source>
        <translation>它的循环 {0} 不是从 0 到一个常数</translation>
    </message>
    <message>
        <source>it shares its loop {0} with other blocks</source>
        <translation>它与其他块共用循环 {0}</translation>
    </message>
    <message>
        <source>its loop {0} does not drive one iteration variable alone</source>
        <translation>它的循环 {0} 不是单独驱动一个迭代变量</translation>
    </message>
    <message>
        <source>block {0}: {1}</source>
        <translation>块 {0}：{1}</translation>
    </message>
    <message>
        <source>it has no loops</source>
        <translation>它没有循环</translation>
    </message>
    <message>
        <source>it is inside another block</source>
        <translation>它在另一个块之内</translation>
    </message>
    <message>
        <source>several blocks have its name</source>
        <translation>有多个块与它同名</translation>
    </message>
    <message>
        <source>an earlier step has guarded it</source>
        <translation>先前的步骤给它加了条件</translation>
    </message>
    <message>
        <source>earlier rules have scheduled all blocks</source>
        <translation>前面的规则已经调度了所有的块</translation>
    </message>
    <message>
        <source>computing it again where it is read may cost more than keeping it</source>
        <translation>在读取处重新计算可能比保存它更费时</translation>
    </message>
    <message>
        <source>inlining it would change what is computed</source>
        <translation>内联它会改变计算结果</translation>
    </message>
    <message>
        <source>no reduction over its own rows comes before it</source>
        <translation>它之前没有沿相同行的归约</translation>
    </message>
    <message>
        <source>no other block reduces the columns of a matrix whose rows this one reduces</source>
        <translation>没有其他块对它按行归约的矩阵按列归约</translation>
    </message>
    <message>
        <source>it does not reduce the contiguous axis of what it reads</source>
        <translation>它不沿所读数据的连续轴归约</translation>
    </message>
    <message>
        <source>a loop of its reduction is outside of one of its rows</source>
        <translation>它的一个归约循环在行循环之外</translation>
    </message>
    <message>
        <source>it has a single row</source>
        <translation>它只有一行</translation>
    </message>
    <message>
        <source>its rows are shorter than a vector</source>
        <translation>它的行比一个向量短</translation>
    </message>
    <message>
        <source>it computes more than one element</source>
        <translation>它计算的不止一个元素</translation>
    </message>
    <message>
        <source>it reduces less than a vector</source>
        <translation>它归约的数据不足一个向量</translation>
    </message>
    <message>
        <source>it does not sum weights that could be packed so that vectors go along its results</source>
        <translation>它没有对可以重新排列、使向量沿结果方向的权重求和</translation>
    </message>
    <message>
        <source>the number of its results is no multiple of a vector</source>
        <translation>它的结果个数不是向量长度的倍数</translation>
    </message>
    <message>
        <source>the number of its terms is no multiple of what a word holds</source>
        <translation>它的项数不是一个字所存个数的倍数</translation>
    </message>
    <message>
        <source>tiles are better for its {0} rows</source>
        <translation>它有 {0} 行，分块更好</translation>
    </message>
    <message>
        <source>it does not reduce to results that are contiguous in memory</source>
        <translation>它不是归约到内存中连续的结果</translation>
    </message>
    <message>
        <source>which elements it writes does not depend on data</source>
        <translation>它写入哪些元素不取决于数据</translation>
    </message>
    <message>
        <source>one thread needs no atomic updates</source>
        <translation>单个线程不需要原子更新</translation>
    </message>
    <message>
        <source>its updates cannot be atomic</source>
        <translation>它的更新不能是原子的</translation>
    </message>
    <message>
        <source>it reads and writes along the same axis</source>
        <translation>它沿同一个轴读和写</translation>
    </message>
    <message>
        <source>where it is computed is decided by another rule</source>
        <translation>在何处计算它由另一条规则决定</translation>
    </message>
    <message>
        <source>no other block reads what it computes</source>
        <translation>没有其他块读取它的计算结果</translation>
    </message>
    <message>
        <source>the program has no blocks that rules could schedule</source>
        <translation>程序中没有规则可以调度的块</translation>
    </message>
    <message>
        <source>Compute what costs little where it is read.</source>
        <translation>在读取处计算代价小的内容。</translation>
    </message>
    <message>
        <source>Compute everything about a row while it is in the nearest cache.</source>
        <translation>趁一行数据在最近的缓存中时完成该行的全部计算。</translation>
    </message>
    <message>
        <source>Reduce the rows and the columns of a matrix in one pass over it.</source>
        <translation>只遍历一次矩阵就完成按行和按列的归约。</translation>
    </message>
    <message>
        <source>Reduce several rows side by side, in the lanes of vectors.</source>
        <translation>在向量通道中并排归约多行。</translation>
    </message>
    <message>
        <source>Reduce a whole tensor in the lanes of vectors and by all threads.</source>
        <translation>用向量通道和所有线程归约整个张量。</translation>
    </message>
    <message>
        <source>Reduce to vectors of results, in registers or in a cache.</source>
        <translation>归约为结果向量，结果留在寄存器或缓存中。</translation>
    </message>
    <message>
        <source>Let threads update elements that data choose.</source>
        <translation>让多个线程更新由数据决定的元素。</translation>
    </message>
    <message>
        <source>Turn tiles of whole cache lines.</source>
        <translation>按整缓存行的分块转置。</translation>
    </message>
    <message>
        <source>Compute element by element, in vectors and by all threads.</source>
        <translation>用向量和所有线程逐元素计算。</translation>
    </message>
    <message>
        <source>Run in parallel and in vectors what may.</source>
        <translation>能并行、能向量化的循环都照此执行。</translation>
    </message>
    <message>
        <source>Choose where an intermediate result is computed.</source>
        <translation>选择在何处计算中间结果。</translation>
    </message>
    <message>
        <source>an earlier rule has scheduled a block of its nest</source>
        <translation>前面的规则已经调度了它所在循环嵌套中的一个块</translation>
    </message>
    <message>
        <source>it shares its loops with no other block</source>
        <translation>它不与其他块共用循环</translation>
    </message>
    <message>
        <source>Run in parallel and in vectors what may of a nest of several blocks.</source>
        <translation>多个块共用的循环嵌套中，能并行、能向量化的循环都照此执行。</translation>
    </message>
    <message>
        <source>it reduces {0} elements, few enough for one thread</source>
        <translation>它只归约 {0} 个元素，一个线程即可完成</translation>
    </message>
    <message>
        <source>its rows are shorter than a warp</source>
        <translation>它的行比一个 warp 短</translation>
    </message>
    <message>
        <source>it reduces by an operation that is not known to be associative</source>
        <translation>它所用的归约运算不能确定满足结合律</translation>
    </message>
    <message>
        <source>its loops do not go along the last axis of its result</source>
        <translation>它的循环不沿结果的最后一个轴</translation>
    </message>
    <message>
        <source>it reads no window of elements</source>
        <translation>它不按窗口读取元素</translation>
    </message>
    <message>
        <source>its window is too large for shared memory</source>
        <translation>它的窗口太大，共享内存放不下</translation>
    </message>
    <message>
        <source>Tile sums of products for blocks of threads, shared memory and registers.</source>
        <translation>为线程块、共享内存和寄存器对乘积之和分块。</translation>
    </message>
    <message>
        <source>Compute rows, and all that depends on them, by the threads of a block.</source>
        <translation>由一个线程块的线程计算若干行及依赖它们的全部内容。</translation>
    </message>
    <message>
        <source>Reduce neighbouring columns by rows of threads.</source>
        <translation>用一排线程归约相邻的列。</translation>
    </message>
    <message>
        <source>Turn tiles in shared memory.</source>
        <translation>在共享内存中按分块转置。</translation>
    </message>
    <message>
        <source>Share what the windows of neighbouring results read.</source>
        <translation>相邻结果的窗口共享所读的数据。</translation>
    </message>
    <message>
        <source>Compute element by element, by blocks of threads.</source>
        <translation>由线程块逐元素计算。</translation>
    </message>
    <message>
        <source>Run the outer loops of what is left by blocks of threads.</source>
        <translation>剩余部分的外层循环由线程块执行。</translation>
    </message>
    <message>
        <source>block {0} does not fit: it {1}</source>
        <translation>块 {0} 不适用：它{1}</translation>
    </message>
    <message>
        <source>the function has no blocks that are left</source>
        <translation>函数中没有剩下的块</translation>
    </message>
    <message>
        <source>has a number of iterations along {0} that is not known</source>
        <translation>沿 {0} 的迭代次数未知</translation>
    </message>
    <message>
        <source>sums one factor alone up along {0}</source>
        <translation>沿 {0} 只对一个因子求和</translation>
    </message>
    <message>
        <source>reads {0} at several places</source>
        <translation>在多个位置读取 {0}</translation>
    </message>
    <message>
        <source>reads {0} along axes of both factors</source>
        <translation>沿两个因子各自的轴读取 {0}</translation>
    </message>
    <message>
        <source>reads {0} at places that are not its iterations</source>
        <translation>在不是其迭代变量的位置读取 {0}</translation>
    </message>
    <message>
        <source>reads {0} along one of several axes</source>
        <translation>沿多个轴中的一个读取 {0}</translation>
    </message>
    <message>
        <source>cannot be filled up with zeros</source>
        <translation>不能用零填充</translation>
    </message>
    <message>
        <source>repeats its sums along {0}</source>
        <translation>沿 {0} 重复同样的和</translation>
    </message>
    <message>
        <source>is no sum</source>
        <translation>不是求和</translation>
    </message>
    <message>
        <source>is a sum of one term</source>
        <translation>是只有一项的求和</translation>
    </message>
    <message>
        <source>does not sum products of two buffers</source>
        <translation>不是对两个缓冲区的乘积求和</translation>
    </message>
    <message>
        <source>multiplies {0} by itself</source>
        <translation>把 {0} 与它自身相乘</translation>
    </message>
    <message>
        <source>has loops that are no longer as they were written</source>
        <translation>的循环已不是原来写的样子</translation>
    </message>
    <message>
        <source>does not declare what it reads</source>
        <translation>没有声明它读取什么</translation>
    </message>
    <message>
        <source>writes to places that are not its iterations</source>
        <translation>写入的位置不是它自己的迭代</translation>
    </message>
    <message>
        <source>has a factor without axes of its own</source>
        <translation>有一个因子没有自己的轴</translation>
    </message>
    <message>
        <source>is a product with a vector</source>
        <translation>是与向量的乘积</translation>
    </message>
    <message>
        <source>has two factors with axes of their own</source>
        <translation>的两个因子都有自己的轴</translation>
    </message>
    <message>
        <source>is no sum over a window of each channel</source>
        <translation>不是对每个通道的窗口求和</translation>
    </message>
    <message>
        <source>sums {0} terms up, more than can be written out</source>
        <translation>对 {0} 项求和，多得无法全部展开</translation>
    </message>
    <message>
        <source>has its columns not along the last dimension</source>
        <translation>的列不在最后一维上</translation>
    </message>
    <message>
        <source>the file has no tensor intrinsics</source>
        <translation>文件中没有张量内建指令</translation>
    </message>
    <message>
        <source>is no product of matrices as rows by columns</source>
        <translation>不是按行乘列写出的矩阵乘积</translation>
    </message>
    <message>
        <source>has types for which the file has no tensor intrinsic</source>
        <translation>的类型在文件中没有对应的张量内建指令</translation>
    </message>
    <message>
        <source>{0} cannot combine {1} and {2}: the sizes of a dimension must be equal, or one of them 1</source>
        <translation>{0} 不能结合 {1} 与 {2}：同一维的大小必须相等，或其中之一为 1</translation>
    </message>
    <message>
        <source>{0} cannot multiply {1} and {2}: {3} and {4} are the sizes of one dimension</source>
        <translation>{0} 不能将 {1} 与 {2} 相乘：同一维的大小分别为 {3} 与 {4}</translation>
    </message>
    <message>
        <source>{0} cannot join {1} and {2}: they may differ in the joined dimension only</source>
        <translation>{0} 不能连接 {1} 与 {2}：它们只能在相接的那一维上不同</translation>
    </message>
    <message>
        <source>{0} cannot make {2} of {1}: these have {4} and {3} elements</source>
        <translation>{0} 不能把 {1} 变成 {2}：两者分别有 {4} 个和 {3} 个元素</translation>
    </message>
    <message>
        <source>{0} cannot make {1}: one size may be -1, all others are at least 0</source>
        <translation>{0} 不能得到 {1}：只有一个大小可以为 -1，其余至少为 0</translation>
    </message>
    <message>
        <source>{0} names dimension {1} twice</source>
        <translation>{0} 两次给出维度 {1}</translation>
    </message>
    <message>
        <source>ndim is {0}; it is at most {1}, or -1 if it is not known</source>
        <translation>ndim 为 {0}；它至多为 {1}，未知时为 -1</translation>
    </message>
    <message>
        <source>the index {0} is not in 0 to {1}</source>
        <translation>下标 {0} 不在 0 到 {1} 之间</translation>
    </message>
    <message>
        <source>this statement comes after R.output in its dataflow block</source>
        <translation>这条语句位于其 dataflow 块的 R.output 之后</translation>
    </message>
    <message>
        <source>lists inside of one list have the same length, and hold numbers or lists, not both</source>
        <translation>同一列表中的各列表长度相同，且只含数或只含列表</translation>
    </message>
    <message>
        <source>{0} takes a tensor of {2} dimensions, not {1}</source>
        <translation>{0} 需要 {2} 维的张量，而给出的是 {1}</translation>
    </message>
    <message>
        <source>{0} has no dimension {1}: its operand has {2} dimensions</source>
        <translation>{0} 没有维度 {1}：其操作数有 {2} 维</translation>
    </message>
    <message>
        <source>{0} cannot combine the element types {1} and {2}</source>
        <translation>{0} 不能结合元素类型 {1} 与 {2}</translation>
    </message>
    <message>
        <source>{0} takes a tensor, not {1}</source>
        <translation>{0} 需要张量，而不是 {1}</translation>
    </message>
    <message>
        <source>no kernel can be made of {0} calls of operators: {1}</source>
        <translation>有 {0} 个算子调用无法生成内核：{1}</translation>
    </message>
    <message>
        <source>no kernel can be made of the call {0}</source>
        <translation>调用 {0} 无法生成内核</translation>
    </message>
    <message>
        <source>state the shapes of its operands, or call a prim_func with R.call_tir in its place</source>
        <translation>请写明其操作数的形状，或改用 R.call_tir 调用一个 prim_func</translation>
    </message>
    <message>
        <source>the value of {0} is {1}, not {2}</source>
        <translation>{0} 的值是 {1}，而不是 {2}</translation>
    </message>
    <message>
        <source>{0} cannot be evaluated in terms of NumPy</source>
        <translation>{0} 无法用 NumPy 的方式求值</translation>
    </message>
    <message>
        <source>{0} is no operator of graphs that is known</source>
        <translation>{0} 不是已知的计算图算子</translation>
    </message>
    <message>
        <source>{0} is not a value in a graph</source>
        <translation>{0} 不是计算图中的值</translation>
    </message>
    <message>
        <source>{0} is not a number, nor a list of numbers</source>
        <translation>{0} 既不是数，也不是数的列表</translation>
    </message>
    <message>
        <source>{0} is seen inside its dataflow block only</source>
        <translation>{0} 只在其 dataflow 块内可见</translation>
    </message>
    <message>
        <source>{0} does not say what a value is</source>
        <translation>{0} 没有说明值是什么</translation>
    </message>
    <message>
        <source>{0} is said to be {1}, but it is {2}</source>
        <translation>{0} 被声明为 {1}，实际是 {2}</translation>
    </message>
    <message>
        <source>ndim is {0}, but the shape is {1}</source>
        <translation>ndim 为 {0}，而形状是 {1}</translation>
    </message>
    <message>
        <source>tensors that are spread over devices are not read</source>
        <translation>不读取分布在多个设备上的张量</translation>
    </message>
    <message>
        <source>"{0}" is not a size</source>
        <translation>"{0}" 不是大小</translation>
    </message>
    <message>
        <source>field {0} of a tuple that has {1}</source>
        <translation>元组只有 {1} 个字段，没有字段 {0}</translation>
    </message>
    <message>
        <source>only a tuple has an index here, a single number</source>
        <translation>此处只有元组可以带下标，且下标为单个数</translation>
    </message>
    <message>
        <source>this statement has no meaning in a graph</source>
        <translation>这条语句在计算图中没有意义</translation>
    </message>
    <message>
        <source>a value of a graph is bound to one name</source>
        <translation>计算图的一个值绑定到一个名称</translation>
    </message>
    <message>
        <source>this statement comes after `return`</source>
        <translation>这条语句在 `return` 之后</translation>
    </message>
    <message>
        <source>`return` cannot stand in a dataflow block</source>
        <translation>`return` 不能出现在 dataflow 块中</translation>
    </message>
    <message>
        <source>`if` cannot stand in a dataflow block</source>
        <translation>`if` 不能出现在 dataflow 块中</translation>
    </message>
    <message>
        <source>{0} returns no value</source>
        <translation>{0} 没有返回值</translation>
    </message>
    <message>
        <source>R.output stands at the end of a dataflow block</source>
        <translation>R.output 位于 dataflow 块的末尾</translation>
    </message>
    <message>
        <source>{0} is not bound in this dataflow block</source>
        <translation>{0} 未在此 dataflow 块中绑定</translation>
    </message>
    <message>
        <source>the branches of an `if` end with different names: {0} and {1}</source>
        <translation>`if` 的两个分支以不同的名称结束：{0} 与 {1}</translation>
    </message>
    <message>
        <source>end the function with `return` and a value</source>
        <translation>用 `return` 和一个值结束函数</translation>
    </message>
    <message>
        <source>bind the value to a name, and take its fields by t[0]</source>
        <translation>把值绑定到一个名称，再用 t[0] 取其字段</translation>
    </message>
    <message>
        <source>bind it in the block first</source>
        <translation>先在块中绑定它</translation>
    </message>
    <message>
        <source>end both with a binding of one name</source>
        <translation>让两个分支都以同一名称的绑定结束</translation>
    </message>
    <message>
        <source>write R.Tensor(shape, dtype), R.Shape, R.Prim, R.Tuple, R.Callable or R.Object</source>
        <translation>写 R.Tensor(shape, dtype)、R.Shape、R.Prim、R.Tuple、R.Callable 或 R.Object</translation>
    </message>
    <message>
        <source>name it at the end of its block: R.output({0})</source>
        <translation>在其块的末尾写出它：R.output({0})</translation>
    </message>
    <message>
        <source>R.take and R.strided_slice choose elements of a tensor</source>
        <translation>R.take 与 R.strided_slice 选取张量的元素</translation>
    </message>
    <message>
        <source>the graph {0} is read, checked and printed, but it cannot be run: {1}</source>
        <translation>计算图 {0} 已读取、检查并可打印，但无法运行：{1}</translation>
    </message>
    <message>
        <source>its graphs can be checked, printed and run</source>
        <translation>其中的计算图可以检查、打印和运行</translation>
    </message>
    <message>
        <source>{0} cannot be run: a model runs calls of kernels and of registered functions only</source>
        <translation>{0} 无法运行：模型只运行对内核和已注册函数的调用</translation>
    </message>
    <message>
        <source>{0} is no kernel and no function of the model</source>
        <translation>{0} 既不是模型的内核，也不是模型的函数</translation>
    </message>
    <message>
        <source>{0} calls itself</source>
        <translation>{0} 调用了自身</translation>
    </message>
    <message>
        <source>{0} takes {1} arguments, but it is given {2}</source>
        <translation>{0} 需要 {1} 个参数，但给了 {2} 个</translation>
    </message>
    <message>
        <source>kernel {0} takes {1} buffers, but it is called with {2} inputs and {3} outputs</source>
        <translation>内核 {0} 需要 {1} 个缓冲区，但调用时给了 {2} 个输入和 {3} 个输出</translation>
    </message>
    <message>
        <source>kernel {0} takes {1} numbers after its buffers, but it is given {2}</source>
        <translation>内核 {0} 在缓冲区之后需要 {1} 个数，但给了 {2} 个</translation>
    </message>
    <message>
        <source>kernel {0} declares its buffer {1} as {2}, but it is given {3}</source>
        <translation>内核 {0} 将其缓冲区 {1} 声明为 {2}，但给的是 {3}</translation>
    </message>
    <message>
        <source>parameter {1} of kernel {0} is a pointer without a buffer, so nothing says what it takes</source>
        <translation>内核 {0} 的参数 {1} 是没有缓冲区的指针，因此无法得知它要求什么</translation>
    </message>
    <message>
        <source>{0} does not fit {1}</source>
        <translation>{0} 与 {1} 不符</translation>
    </message>
    <message>
        <source>{0} is {1}: a model that runs computes tensors whose shape and element type are known</source>
        <translation>{0} 为 {1}：可运行的模型只计算形状和元素类型已知的张量</translation>
    </message>
    <message>
        <source>the result of a model that runs is a tensor or a tuple of tensors</source>
        <translation>可运行的模型，其结果是张量或张量的元组</translation>
    </message>
    <message>
        <source>the values of constant {0} are not in this text</source>
        <translation>常量 {0} 的值不在此文本中</translation>
    </message>
    <message>
        <source>the condition for {0} is {1}: an `if` of a model takes a tensor of shape () and type bool</source>
        <translation>{0} 的条件为 {1}：模型中的 `if` 需要形状为 ()、类型为 bool 的张量</translation>
    </message>
    <message>
        <source>{0} is {1} on one side of an `if`, {2} on the other</source>
        <translation>{0} 在 `if` 的一侧为 {1}，在另一侧为 {2}</translation>
    </message>
    <message>
        <source>the parameters of {0} have no symbolic size named {1}</source>
        <translation>{0} 的参数没有名为 {1} 的符号大小</translation>
    </message>
    <message>
        <source>kernel {0} has no root block, so its loops cannot be bound to threads</source>
        <translation>内核 {0} 没有根块，因此其循环不能绑定到线程</translation>
    </message>
    <message>
        <source>{0} is a function of this machine's processor: a model on {1} consists of kernels</source>
        <translation>{0} 是本机处理器上的函数：在 {1} 上运行的模型只由内核组成</translation>
    </message>
    <message>
        <source>{0} is chosen by an `if`, which this machine's processor decides: {1} cannot run it</source>
        <translation>{0} 由 `if` 选择，而 `if` 由本机处理器判断：{1} 不能运行它</translation>
    </message>
    <message>
        <source>the upper bound of the size {0} is {1}</source>
        <translation>大小 {0} 的上界为 {1}</translation>
    </message>
    <message>
        <source>{0} is {1}, but the memory of {2} is planned for {3} at most</source>
        <translation>{0} 为 {1}，但 {2} 的内存最多按 {3} 规划</translation>
    </message>
    <message>
        <source>the call has {0} results, but inplace_indices names {1}</source>
        <translation>调用有 {0} 个结果，而 inplace_indices 列出 {1} 个</translation>
    </message>
    <message>
        <source>inplace_indices has {0}, but the call has {1} tensors among its arguments, from 0; -1 stands for new memory</source>
        <translation>inplace_indices 中有 {0}，而调用的参数里有 {1} 个张量，从 0 数起；-1 表示新的内存</translation>
    </message>
    <message>
        <source>two results of the call are written over argument {0}</source>
        <translation>调用的两个结果都写在第 {0} 个参数上</translation>
    </message>
    <message>
        <source>{0} is a constant, which no kernel can write over</source>
        <translation>{0} 是常量，内核不能写在它上面</translation>
    </message>
    <message>
        <source>an `if` or a size depends on {0}, so that no kernel can write over it</source>
        <translation>有 `if` 或大小取决于 {0}，因此内核不能写在它上面</translation>
    </message>
    <message>
        <source>the call passes {0} twice, and writes over it</source>
        <translation>调用两次传入 {0}，又写在它上面</translation>
    </message>
    <message>
        <source>{0} is {1} and cannot be written over {2}, which is {3}</source>
        <translation>{0} 是 {1}，不能写在 {2} 上，后者是 {3}</translation>
    </message>
    <message>
        <source>{0} is read after {1} was written over it</source>
        <translation>{0} 在 {1} 写在它上面之后又被读取</translation>
    </message>
    <message>
        <source>use {0} there</source>
        <translation>在那里用 {0}</translation>
    </message>
    <message>
        <source>{0} has no root block, so it cannot have versions</source>
        <translation>{0} 没有根块，因此不能有多个版本</translation>
    </message>
    <message>
        <source>{0} has no size named {1} whose value could choose a version</source>
        <translation>{0} 没有名为 {1} 的大小可用来选择版本</translation>
    </message>
    <message>
        <source>version {1} of {0} declares its parameters in another way than the first one</source>
        <translation>{0} 的第 {1} 个版本声明参数的方式与第一个不同</translation>
    </message>
    <message>
        <source>the shapes of the parameters of {0} do not determine the size {1}</source>
        <translation>{0} 的参数形状不能确定大小 {1}</translation>
    </message>
    <message>
        <source>the shape of {0} does not fit: {1} is {2}, but {3} is {4}</source>
        <translation>{0} 的形状不符：{1} 为 {2}，但 {3} 为 {4}</translation>
    </message>
    <message>
        <source>the number {1} that {0} takes is not known from the sizes</source>
        <translation>{0} 需要的数 {1} 无法由各大小得知</translation>
    </message>
    <message>
        <source>the sizes {0} of the model have no values</source>
        <translation>模型的大小 {0} 没有值</translation>
    </message>
    <message>
        <source>{0} takes {1} buffers, but it is called with {2}</source>
        <translation>{0} 需要 {1} 个缓冲区，但调用时给了 {2} 个</translation>
    </message>
    <message>
        <source>no function is registered as {0}</source>
        <translation>没有以 {0} 为名注册的函数</translation>
    </message>
    <message>
        <source>{0} is a pickle, which is not read: reading it would run code that the file contains</source>
        <translation>{0} 是 pickle 文件，不予读取：读取会运行文件中包含的代码</translation>
    </message>
    <message>
        <source>{0} has '{1}', but the model has no such parameter</source>
        <translation>{0} 中有 '{1}'，但模型没有这个参数</translation>
    </message>
    <message>
        <source>{0} has no values for {1}</source>
        <translation>{0} 中没有 {1} 的值</translation>
    </message>
    <message>
        <source>the function that is registered as {0} has {1} parameters, but a call passes {2} buffers</source>
        <translation>以 {0} 为名注册的函数有 {1} 个参数，但调用传递了 {2} 个缓冲区</translation>
    </message>
    <message>
        <source>{0} does not apply to the model {1}</source>
        <translation>{0} 不适用于模型 {1}</translation>
    </message>
    <message>
        <source>{0} applies to models, and {1} is a kernel</source>
        <translation>{0} 适用于模型，而 {1} 是内核</translation>
    </message>
    <message>
        <source>registered are {0}; write @tvm.register_func("{1}") above a function of this file</source>
        <translation>已注册的有 {0}；请在此文件的某个函数上方写 @tvm.register_func("{1}")</translation>
    </message>
    <message>
        <source>give them values: --bind {0}=16</source>
        <translation>请给出值：--bind {0}=16</translation>
    </message>
    <message>
        <source>in the call of {0}</source>
        <translation>在对 {0} 的调用中</translation>
    </message>
    <message>
        <source>the parameters of {0} are no dict of arrays by their names</source>
        <translation>{0} 的参数不是以名称为键的数组字典</translation>
    </message>
    <message>
        <source>np.load takes the path of a .npz file beside this one</source>
        <translation>np.load 需要与此文件同处一处的 .npz 文件的路径</translation>
    </message>
    <message>
        <source>files are not opened here</source>
        <translation>此处不打开文件</translation>
    </message>
    <message>
        <source>parameter {0} is bound to {1}, but it is {2}</source>
        <translation>参数 {0} 绑定到 {1}，但它是 {2}</translation>
    </message>
    <message>
        <source>{0} makes more than {1} calls</source>
        <translation>{0} 的调用超过 {1} 次</translation>
    </message>
    <message>
        <source>the value {0} of shape {1} is too large</source>
        <translation>形状为 {1} 的值 {0} 过大</translation>
    </message>
    <message>
        <source>the model has no kernel named {0}</source>
        <translation>模型没有名为 {0} 的内核</translation>
    </message>
    <message>
        <source>the size {0} of {1} is {2}</source>
        <translation>{1} 的大小 {0} 为 {2}</translation>
    </message>
    <message>
        <source>the model calls {0}, a function in NumPy terms that is no kernel of exported code: {1}</source>
        <translation>模型调用了 {0}，它是以 NumPy 写成的函数，不是导出代码的内核：{1}</translation>
    </message>
    <message>
        <source>there is no kernel for {0} of these arrays</source>
        <translation>没有对这些数组进行 {0} 的内核</translation>
    </message>
    <message>
        <source>there is no kernel for {0} with these arguments</source>
        <translation>没有带有这些参数的 {0} 的内核</translation>
    </message>
    <message>
        <source>{0} of {1} has another type in NumPy than in a kernel</source>
        <translation>{1} 的 {0} 在 NumPy 中的类型与内核中不同</translation>
    </message>
    <message>
        <source>arrays of {0} and {1} meet in one operation</source>
        <translation>一次运算中同时出现 {0} 和 {1} 的数组</translation>
    </message>
    <message>
        <source>a part or a view of an array is used</source>
        <translation>使用了数组的一部分或视图</translation>
    </message>
    <message>
        <source>an output is read before it is written</source>
        <translation>输出在写入之前被读取</translation>
    </message>
    <message>
        <source>the shape of an array is not known</source>
        <translation>数组的形状未知</translation>
    </message>
    <message>
        <source>a branch depends on elements</source>
        <translation>分支依赖元素</translation>
    </message>
    <message>
        <source>on random numbers, its operators compute something else</source>
        <translation>在随机数上，它的算子计算出不同的结果</translation>
    </message>
    <message>
        <source>{0} makes a shape of {1}: a model that runs makes shapes of int64 tensors of one known dimension</source>
        <translation>{0} 由 {1} 得到形状：可运行的模型只由大小已知的一维 int64 张量得到形状</translation>
    </message>
    <message>
        <source>the sizes of {0} are computed on one side of an `if`: a model that runs computes sizes outside of it</source>
        <translation>{0} 的大小在 `if` 的一侧计算：可运行的模型在 `if` 之外计算大小</translation>
    </message>
    <message>
        <source>compute the shape before the `if`</source>
        <translation>请在 `if` 之前计算形状</translation>
    </message>
    <message>
        <source>the size {0} is known only while the model runs, but {1} runs all kernels as one job</source>
        <translation>大小 {0} 在模型运行时才知道，而 {1} 将所有内核作为一个作业运行</translation>
    </message>
    <message>
        <source>run the model on the processor, or give its tensors sizes that do not depend on data</source>
        <translation>请在处理器上运行模型，或使其张量的大小不依赖数据</translation>
    </message>
    <message>
        <source>kernel {0} has no root block: it is not in the form that steps change</source>
        <translation>内核 {0} 没有根块：步骤无法改变这种形式</translation>
    </message>
    <message>
        <source>kernel {0} has parameters that are not buffers</source>
        <translation>内核 {0} 有不是缓冲区的参数</translation>
    </message>
    <message>
        <source>buffer {1} of kernel {0} has strides or an offset</source>
        <translation>内核 {0} 的缓冲区 {1} 带有步长或偏移</translation>
    </message>
    <message>
        <source>{0} and {1} are not known to have one shape</source>
        <translation>无法确定 {0} 与 {1} 的形状相同</translation>
    </message>
    <message>
        <source>{0} is also read by {1}, so it must be in memory anyway</source>
        <translation>{1} 也读取 {0}，因此它无论如何都要写入内存</translation>
    </message>
    <message>
        <source>{0} is a result of its dataflow block, so it must be in memory anyway</source>
        <translation>{0} 是其数据流块的结果，因此它无论如何都要写入内存</translation>
    </message>
    <message>
        <source>{0} is the result of its side of an `if`, so it must be in memory anyway</source>
        <translation>{0} 是 `if` 一侧的结果，因此它无论如何都要写入内存</translation>
    </message>
    <message>
        <source>{0} is still needed when {1} is written</source>
        <translation>写 {1} 时仍需要 {0}</translation>
    </message>
    <message>
        <source>the call passes {0} more than once</source>
        <translation>该调用多次传入 {0}</translation>
    </message>
    <message>
        <source>kernel {0} declares {1} and {2} in different ways</source>
        <translation>内核 {0} 对 {1} 和 {2} 的声明不同</translation>
    </message>
    <message>
        <source>kernel {0} does not read {1} and write {2} in one statement alone</source>
        <translation>内核 {0} 并非只在一条语句中读取 {1} 并写入 {2}</translation>
    </message>
    <message>
        <source>kernel {0} reads {1} where it writes {2}</source>
        <translation>内核 {0} 在写入 {2} 时读取 {1}</translation>
    </message>
    <message>
        <source>in kernel {0}, an iteration of {1} could read what another one has written</source>
        <translation>在内核 {0} 中，{1} 的一次迭代可能读取另一次迭代写入的值</translation>
    </message>
    <message>
        <source>kernel {0} packs weights that it is given</source>
        <translation>内核 {0} 会打包传入的权重</translation>
    </message>
    <message>
        <source>the result is written into the input</source>
        <translation>结果写入输入的内存</translation>
    </message>
    <message>
        <source>{0} is not computed by a call of a kernel</source>
        <translation>{0} 不是由内核调用算出的</translation>
    </message>
    <message>
        <source>the kernel of {0} has several results</source>
        <translation>算出 {0} 的内核有多个结果</translation>
    </message>
    <message>
        <source>each element of {0} would be computed about {2} times for {1}: that takes {3}, and saves {4} of memory traffic</source>
        <translation>为了 {1}，{0} 的每个元素约要计算 {2} 次：耗时 {3}，只节省 {4} 的内存访问</translation>
    </message>
    <message>
        <source>{0} and {1} both take sums: one kernel would save {2} of {3}, too little to tune them as one</source>
        <translation>{0} 与 {1} 都要求和：合成一个内核在 {3} 中只节省 {2}，不值得把它们一起调优</translation>
    </message>
    <message>
        <source>{1} reads each element of {0} {2} times in sums of its own, which are tiled better by themselves</source>
        <translation>{1} 在自己的求和中读取 {0} 的每个元素 {2} 次，单独分块更好</translation>
    </message>
    <message>
        <source>{1} cannot follow each element of {0} inside loop {2}: {3}</source>
        <translation>在循环 {2} 内，{1} 不能紧跟 {0} 的每个元素：{3}</translation>
    </message>
    <message>
        <source>block {0} runs {1} times, which cannot be shared evenly among {2} iterations</source>
        <translation>块 {0} 运行 {1} 次，不能平均分给 {2} 次迭代</translation>
    </message>
    <message>
        <source>the kernel of {0} has no spatial loop around its reduction in which the next kernel can follow</source>
        <translation>算出 {0} 的内核在归约之外没有空间循环，下一个内核无处可跟</translation>
    </message>
    <message>
        <source>no kernel of the one reads a result of the other: only these can become one kernel</source>
        <translation>两者都没有内核读取对方的结果：只有这样的才能成为一个内核</translation>
    </message>
    <message>
        <source>bb.emit_te takes tensors whose shape and element type are known, not {0}</source>
        <translation>bb.emit_te 接受形状和元素类型已知的张量，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} has no field with this number</source>
        <translation>{0} 没有这个编号的字段</translation>
    </message>
    <message>
        <source>{0} has no method '{1}' here</source>
        <translation>{0}在这里没有方法“{1}”</translation>
    </message>
    <message>
        <source>{0} is not a value of a graph</source>
        <translation>{0} 不是图中的值</translation>
    </message>
    <message>
        <source>{0} cannot be a parameter of a graph</source>
        <translation>{0} 不能作为图的参数</translation>
    </message>
    <message>
        <source>the function {0} is not finished</source>
        <translation>函数 {0} 尚未完成</translation>
    </message>
    <message>
        <source>the function {0} has no output</source>
        <translation>函数 {0} 没有输出</translation>
    </message>
    <message>
        <source>bb.{0} stands outside of the block that it belongs in</source>
        <translation>bb.{0} 不在它所属的块内</translation>
    </message>
    <message>
        <source>bb.emit_te takes first the function that computes a tensor</source>
        <translation>bb.emit_te 的第一个参数是计算张量的函数</translation>
    </message>
    <message>
        <source>a function of the file gets its arguments by position here, and {0} is named</source>
        <translation>这里文件中的函数按位置接收参数，而 {0} 是按名字给出的</translation>
    </message>
    <message>
        <source>{0} returns {1}, not a tensor</source>
        <translation>{0} 返回{1}，而不是张量</translation>
    </message>
    <message>
        <source>{0} is neither a parameter nor bound</source>
        <translation>{0} 既不是参数，也没有绑定</translation>
    </message>
    <message>
        <source>bb.add_func takes a prim_func and its name, not {0}</source>
        <translation>bb.add_func 接受 prim_func 及其名字，而不是{0}</translation>
    </message>
    <message>
        <source>a name is a string, not {0}</source>
        <translation>名字是字符串，而不是{0}</translation>
    </message>
    <message>
        <source>{0} is not struct info</source>
        <translation>{0}不是结构信息</translation>
    </message>
    <message>
        <source>relax.const takes a number or lists of equal length, not {0}</source>
        <translation>relax.const 接受数或等长的列表，而不是{0}</translation>
    </message>
    <message>
        <source>{0} cannot be an argument of an operator</source>
        <translation>{0}不能作为算子的参数</translation>
    </message>
    <message>
        <source>{0} takes any number of values, which only R.function can write</source>
        <translation>{0} 接受任意多个值，只能写在 R.function 中</translation>
    </message>
    <message>
        <source>a value of a graph</source>
        <translation>图中的值</translation>
    </message>
    <message>
        <source>struct info</source>
        <translation>结构信息</translation>
    </message>
    <message>
        <source>a module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>a block builder</source>
        <translation>块构建器</translation>
    </message>
    <message>
        <source>the scope of a function</source>
        <translation>函数的作用域</translation>
    </message>
    <message>
        <source>the scope of a dataflow block</source>
        <translation>数据流块的作用域</translation>
    </message>
    <message>
        <source>list it: bb.emit_func_output(gv, params=[x])</source>
        <translation>把它列出来：bb.emit_func_output(gv, params=[x])</translation>
    </message>
    <message>
        <source>a module has show()</source>
        <translation>模块有 show()</translation>
    </message>
    <message>
        <source>a block builder has {0}</source>
        <translation>块构建器有 {0}</translation>
    </message>
    <message>
        <source>return the tensor of a te.compute</source>
        <translation>返回 te.compute 的张量</translation>
    </message>
    <message>
        <source>relax.const(2.0, "float32") makes a value of a number</source>
        <translation>relax.const(2.0, "float32") 把数变成值</translation>
    </message>
    <message>
        <source>kernel {0} has a schedule of its own</source>
        <translation>内核 {0} 有自己的调度</translation>
    </message>
    <message>
        <source>{1} cannot follow each element of {0}: it waits for block {2}, which goes over {0} first</source>
        <translation>{1} 不能紧跟 {0} 的每个元素：它要等块 {2} 先遍历 {0}</translation>
    </message>
    <message>
        <source>they are one kernel, {0}</source>
        <translation>它们合成一个内核：{0}</translation>
    </message>
    <message>
        <source>{0} is called outside of fx.symbolic_trace</source>
        <translation>{0} 在 fx.symbolic_trace 之外被调用</translation>
    </message>
    <message>
        <source>{0} that the model calls is not one of its attributes</source>
        <translation>模型调用的 {0} 不是它的属性</translation>
    </message>
    <message>
        <source>fx.symbolic_trace takes a model, not {0}</source>
        <translation>fx.symbolic_trace 接受模型，而不是 {0}</translation>
    </message>
    <message>
        <source>fx.symbolic_trace is called while it runs</source>
        <translation>在 fx.symbolic_trace 运行时又调用了它</translation>
    </message>
    <message>
        <source>forward returns {0}, which is not computed from its input</source>
        <translation>forward 返回 {0}，它不是由输入计算得到的</translation>
    </message>
    <message>
        <source>{0} takes sizes: whole numbers, not too large together</source>
        <translation>{0} 接受大小：整数，且总量不能太大</translation>
    </message>
    <message>
        <source>{0} takes an array, not {1}</source>
        <translation>{0} 接受数组，而不是 {1}</translation>
    </message>
    <message>
        <source>this has to be {0}, not {1}</source>
        <translation>此处必须是 {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>{0} is not a layer that is known here</source>
        <translation>{0} 不是此处已知的层</translation>
    </message>
    <message>
        <source>the class {0} is not derived from nn.Module</source>
        <translation>类 {0} 不是从 nn.Module 派生的</translation>
    </message>
    <message>
        <source>{0} is made without keyword arguments here</source>
        <translation>在此创建 {0} 不能使用关键字参数</translation>
    </message>
    <message>
        <source>{0} takes an object and a name here</source>
        <translation>{0} 在此接受一个对象和一个名称</translation>
    </message>
    <message>
        <source>the class {0} is not supported here</source>
        <translation>此处不支持类 {0}</translation>
    </message>
    <message>
        <source>nn.Linear(784, 128)</source>
        <translation>nn.Linear(784, 128)</translation>
    </message>
    <message>
        <source>torch.randn(784, 128)</source>
        <translation>torch.randn(784, 128)</translation>
    </message>
    <message>
        <source>it has shape, dtype and data</source>
        <translation>它有 shape、dtype 和 data</translation>
    </message>
    <message>
        <source>it has cpu(), numpy() and detach()</source>
        <translation>它有 cpu()、numpy() 和 detach()</translation>
    </message>
    <message>
        <source>assign an array to its data: layer.weight.data = array</source>
        <translation>将数组赋给它的 data：layer.weight.data = array</translation>
    </message>
    <message>
        <source>attributes are assigned in __init__</source>
        <translation>属性在 __init__ 中赋值</translation>
    </message>
    <message>
        <source>fx.symbolic_trace(model) records what its forward calls</source>
        <translation>fx.symbolic_trace(model) 记录其 forward 所调用的内容</translation>
    </message>
    <message>
        <source>assign it to an attribute in __init__: self.linear = nn.Linear(2, 3)</source>
        <translation>在 __init__ 中将它赋给属性：self.linear = nn.Linear(2, 3)</translation>
    </message>
    <message>
        <source>assign it to an attribute in __init__: self.weight = nn.Parameter(...)</source>
        <translation>在 __init__ 中将它赋给属性：self.weight = nn.Parameter(...)</translation>
    </message>
    <message>
        <source>it has op, name, target, args and kwargs</source>
        <translation>它有 op、name、target、args 和 kwargs</translation>
    </message>
    <message>
        <source>trace an object of a class of the file that has forward(self, x)</source>
        <translation>请追踪文件中带有 forward(self, x) 的类的对象</translation>
    </message>
    <message>
        <source>return a value that is computed from the input</source>
        <translation>请返回由输入计算得到的值</translation>
    </message>
    <message>
        <source>make an array with torch.randn(784, 128)</source>
        <translation>用 torch.randn(784, 128) 创建数组</translation>
    </message>
    <message>
        <source>derive a class from it</source>
        <translation>请从它派生一个类</translation>
    </message>
    <message>
        <source>the layers are {0}</source>
        <translation>已知的层有 {0}</translation>
    </message>
    <message>
        <source>class Model(nn.Module):</source>
        <translation>class Model(nn.Module):</translation>
    </message>
    <message>
        <source>type(x)</source>
        <translation>type(x)</translation>
    </message>
    <message>
        <source>{0}(x, "name")</source>
        <translation>{0}(x, "name")</translation>
    </message>
    <message>
        <source>a parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>the class {0}</source>
        <translation>类 {0}</translation>
    </message>
    <message>
        <source>a layer of the class {0}</source>
        <translation>类 {0} 的层</translation>
    </message>
    <message>
        <source>a node of a traced model</source>
        <translation>被追踪模型的节点</translation>
    </message>
    <message>
        <source>a traced model</source>
        <translation>被追踪的模型</translation>
    </message>
    <message>
        <source>super()</source>
        <translation>super()</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>export the graph of each side by itself</source>
        <translation>请分别导出每一侧的图</translation>
    </message>
    <message>
        <source>{0} has the numbers {1} to {2}</source>
        <translation>{0} 的数值范围是 {1} 到 {2}</translation>
    </message>
    <message>
        <source>several steps contain the name '{0}'</source>
        <translation>有多个步骤的名称包含“{0}”</translation>
    </message>
    <message>
        <source>'{0}' is neither a loop nor a block</source>
        <translation>“{0}”既不是循环，也不是块</translation>
    </message>
    <message>
        <source>'{0}' follows the step</source>
        <translation>步骤后面还有“{0}”</translation>
    </message>
    <message>
        <source>type more of the name: {0}</source>
        <translation>请把名称输得更完整：{0}</translation>
    </message>
    <message>
        <source>call the step on a loop, a block or sch</source>
        <translation>请在循环、块或 sch 上调用步骤</translation>
    </message>
    <message>
        <source>a further call has its arguments in parentheses</source>
        <translation>后续调用的参数要写在括号里</translation>
    </message>
    <message>
        <source>type one step at a time</source>
        <translation>每次只输入一个步骤</translation>
    </message>
    <message>
        <source>Keep unit loops</source>
        <translation>保留只有一次迭代的循环</translation>
    </message>
    <message>
        <source>Fail instead of adding a guard</source>
        <translation>不添加保护条件，而是报错</translation>
    </message>
    <message>
        <source>Include the given blocks</source>
        <translation>包含给定的块</translation>
    </message>
    <message>
        <source>Peel the first iterations</source>
        <translation>剥离最前面的迭代</translation>
    </message>
    <message>
        <source>Assume that the map is one to one</source>
        <translation>假定该映射是一一对应的</translation>
    </message>
    <message>
        <source>{0} takes no argument of the type {1}</source>
        <translation>{0} 不接受类型为 {1} 的参数</translation>
    </message>
    <message>
        <source>{0} takes integers of at most 64 bits</source>
        <translation>{0} 只接受至多 64 位的整数</translation>
    </message>
    <message>
        <source>an argument of {0} is nested too deeply, or contains itself</source>
        <translation>{0} 的参数嵌套过深，或包含自身</translation>
    </message>
    <message>
        <source>{0}: {1} is a handle of another schedule</source>
        <translation>{0}：{1} 是另一个调度的句柄</translation>
    </message>
    <message>
        <source>{0} cannot be used as a value: '{1}' is a method</source>
        <translation>{0} 不能作为值使用：“{1}”是方法</translation>
    </message>
    <message>
        <source>a program is a text, a path, a decorated function or a module, not {0}</source>
        <translation>程序应为文本、路径、带装饰器的函数或模块，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} takes {1} arguments, not {2}</source>
        <translation>{0} 接受 {1} 个参数，而不是 {2} 个</translation>
    </message>
    <message>
        <source>{0} is an array, and {1} is none</source>
        <translation>{0} 是数组，而 {1} 不是</translation>
    </message>
    <message>
        <source>{0} has elements of type {1}, and the array has elements of type {2}</source>
        <translation>{0} 的元素类型为 {1}，而数组的元素类型为 {2}</translation>
    </message>
    <message>
        <source>the elements of {0} must follow each other in row-major order</source>
        <translation>{0} 的元素必须按行主序连续存放</translation>
    </message>
    <message>
        <source>the function writes {0}, and the array is read-only</source>
        <translation>函数写入 {0}，而该数组是只读的</translation>
    </message>
    <message>
        <source>the address of {0} must be a multiple of {1}</source>
        <translation>{0} 的地址必须是 {1} 的倍数</translation>
    </message>
    <message>
        <source>{0} is in the memory of another device (DLPack type {1}) than the processor</source>
        <translation>{0} 位于处理器以外的设备（DLPack 类型 {1}）的内存中</translation>
    </message>
    <message>
        <source>the function writes {0}, whose memory overlaps that of {1}</source>
        <translation>函数写入 {0}，而其内存与 {1} 的内存重叠</translation>
    </message>
    <message>
        <source>{0}: the capsule '{1}' holds no tensor to take</source>
        <translation>{0}：capsule“{1}”中没有可取用的张量</translation>
    </message>
    <message>
        <source>{0}: version {1} of DLPack is not known</source>
        <translation>{0}：不支持 DLPack 的版本 {1}</translation>
    </message>
    <message>
        <source>{0} is a number of type {1}, and the argument is {2}</source>
        <translation>{0} 是类型为 {1} 的数，而参数是 {2}</translation>
    </message>
    <message>
        <source>{0} is no Python that runs: {1}</source>
        <translation>{0} 不是可以运行的 Python：{1}</translation>
    </message>
    <message>
        <source>the Python package of Loopwright is not installed</source>
        <translation>没有安装 Loopwright 的 Python 包</translation>
    </message>
    <message>
        <source>this system cannot confine Python: that needs Landlock (Linux 5.13) and seccomp</source>
        <translation>此系统无法限制 Python 的权限：这需要 Landlock（Linux 5.13）和 seccomp</translation>
    </message>
    <message>
        <source>{0} cannot be run by Python: {1}</source>
        <translation>Python 无法运行 {0}：{1}</translation>
    </message>
    <message>
        <source>the run of {0} was cancelled</source>
        <translation>{0} 的运行已取消</translation>
    </message>
    <message>
        <source>Python was ended while it ran {0}: {1}</source>
        <translation>Python 在运行 {0} 时被终止：{1}</translation>
    </message>
    <message>
        <source>{0} ended Python with exit code {1} before what it made was collected</source>
        <translation>{0} 以退出码 {1} 结束了 Python，而它生成的内容尚未收集</translation>
    </message>
    <message>
        <source>Python could not run {0}: {1}</source>
        <translation>Python 未能运行 {0}：{1}</translation>
    </message>
    <message>
        <source>what Python sent back for {0} cannot be read: {1}</source>
        <translation>无法读取 Python 为 {0} 返回的内容：{1}</translation>
    </message>
    <message>
        <source>give the path of one: --python /path/to/python3</source>
        <translation>请给出一个解释器的路径：--python /path/to/python3</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it has {0} bytes, and at most {1} are read</source>
        <translation>它有 {0} 字节，而最多读取 {1} 字节</translation>
    </message>
    <message>
        <source>split the file, or collect fewer programs</source>
        <translation>请拆分文件，或少收集一些程序</translation>
    </message>
    <message>
        <source>LW_SANDBOX=off runs the file with all your rights</source>
        <translation>LW_SANDBOX=off 会以您的全部权限运行该文件</translation>
    </message>
    <message>
        <source>it may have used more memory than there is</source>
        <translation>它使用的内存可能超出了现有内存</translation>
    </message>
    <message>
        <source>the last lines that it wrote: {0}</source>
        <translation>它最后写出的内容：{0}</translation>
    </message>
    <message>
        <source>os._exit() ends Python at once; sys.exit() ends the file only</source>
        <translation>os._exit() 会立即结束 Python；sys.exit() 只结束该文件</translation>
    </message>
    <message>
        <source>its name says neither Python nor notebook</source>
        <translation>从文件名看，它既不是 Python 文件也不是笔记本</translation>
    </message>
    <message>
        <source>it takes .py, .ipynb, folders, and modules that Apache TVM saved as .json</source>
        <translation>可接受 .py、.ipynb、文件夹，以及 Apache TVM 保存的 .json 模块</translation>
    </message>
    <message>
        <source>install python3-loopwright; $LW_PYTHON_PACKAGE names a folder with it</source>
        <translation>请安装 python3-loopwright；也可用 $LW_PYTHON_PACKAGE 指定包含它的文件夹</translation>
    </message>
    <message>
        <source>see whether it loops, or give it more time: --python-time</source>
        <translation>请检查它是否陷入循环，或用 --python-time 给它更多时间</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>它嵌套过深</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} 不是{1}</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>a number in its range</source>
        <translation>范围内的数</translation>
    </message>
    <message>
        <source>a list of names</source>
        <translation>名称列表</translation>
    </message>
    <message>
        <source>a list of lines</source>
        <translation>行号列表</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>a list of programs</source>
        <translation>程序列表</translation>
    </message>
    <message>
        <source>this statement is passed over: only Python can carry it out</source>
        <translation>跳过此语句：只有 Python 能执行它</translation>
    </message>
    <message>
        <source>the class {0} is passed over: only Python can define it</source>
        <translation>跳过类 {0}：只有 Python 能定义它</translation>
    </message>
    <message>
        <source>the function {0} is passed over: only Python can apply the decorator @{1}</source>
        <translation>跳过函数 {0}：只有 Python 能应用装饰器 @{1}</translation>
    </message>
    <message>
        <source>this is passed over: {0}</source>
        <translation>跳过此处：{0}</translation>
    </message>
    <message>
        <source>a set is not part of the accepted language</source>
        <translation>所接受的语言不包括集合</translation>
    </message>
    <message>
        <source>a comprehension of a map is not part of the accepted language</source>
        <translation>所接受的语言不包括字典推导式</translation>
    </message>
    <message>
        <source>only Python can read {0}</source>
        <translation>只有 Python 能读取 {0}</translation>
    </message>
    <message>
        <source>only Python can call {0}, because of its line {1}</source>
        <translation>只有 Python 能调用 {0}，原因在第 {1} 行</translation>
    </message>
    <message>
        <source>{0} is not a call of a function</source>
        <translation>{0} 不是函数调用</translation>
    </message>
    <message>
        <source>no function {1} of {0} makes a program</source>
        <translation>{0} 中没有生成程序的函数 {1}</translation>
    </message>
    <message>
        <source>those that do: {0}</source>
        <translation>生成程序的函数：{0}</translation>
    </message>
    <message>
        <source>write it as make(128, dtype="float16")</source>
        <translation>请写成 make(128, dtype="float16")</translation>
    </message>
    <message>
        <source>--tvm takes facade or real, not '{0}'</source>
        <translation>--tvm 的值是 facade 或 real，而不是 '{0}'</translation>
    </message>
    <message>
        <source>{0} made no program before it stopped</source>
        <translation>{0} 在停止之前没有生成程序</translation>
    </message>
    <message>
        <source>{0} ran to its end and made no program</source>
        <translation>{0} 已运行完毕，但没有生成程序</translation>
    </message>
    <message>
        <source>{0} made no program; its functions that make some when they are called: {1}</source>
        <translation>{0} 没有生成程序；其中调用后会生成程序的函数个数：{1}</translation>
    </message>
    <message>
        <source>the call {0} returned no program</source>
        <translation>调用 {0} 没有返回程序</translation>
    </message>
    <message>
        <source>{0} made {1} programs</source>
        <translation>{0} 生成了 {1} 个程序</translation>
    </message>
    <message>
        <source>{0} made nothing named {1}</source>
        <translation>{0} 没有生成名为 {1} 的内容</translation>
    </message>
    <message>
        <source>{0} has no program as a text: {1}</source>
        <translation>按文本读取时，{0} 中没有程序：{1}</translation>
    </message>
    <message>
        <source>the steps of {0} cannot be read: {1}</source>
        <translation>无法读取 {0} 的步骤：{1}</translation>
    </message>
    <message>
        <source>the file raised {0}</source>
        <translation>文件引发了 {0}</translation>
    </message>
    <message>
        <source>cell {0} raised {1}</source>
        <translation>单元 {0} 引发了 {1}</translation>
    </message>
    <message>
        <source>have Python run the file: `lw programs FILE --python`</source>
        <translation>让 Python 运行该文件：`lw programs FILE --python`</translation>
    </message>
    <message>
        <source>the iterations of a loop may run in any order</source>
        <translation>循环的各次迭代可以按任意顺序执行</translation>
    </message>
    <message>
        <source>each iteration reads only what it wrote</source>
        <translation>每次迭代只读取自己写入的内容</translation>
    </message>
    <message>
        <source>the order of executions may change</source>
        <translation>执行顺序可以改变</translation>
    </message>
    <message>
        <source>two nests may share their loops</source>
        <translation>两个循环嵌套可以共用循环</translation>
    </message>
    <message>
        <source>an axis may be called spatial</source>
        <translation>该轴可以称为空间轴</translation>
    </message>
    <message>
        <source>two statements may be exchanged</source>
        <translation>两条语句可以交换</translation>
    </message>
    <message>
        <source>every read gets the same value as before</source>
        <translation>每次读取得到的值与之前相同</translation>
    </message>
    <message>
        <source>the loads and stores of the nest</source>
        <translation>嵌套中的读写</translation>
    </message>
    <message>
        <source>conflicts within one iteration only</source>
        <translation>冲突只在同一次迭代之内</translation>
    </message>
    <message>
        <source>a write before each read</source>
        <translation>每次读取之前都有写入</translation>
    </message>
    <message>
        <source>the same writer for each read</source>
        <translation>每次读取的写入者不变</translation>
    </message>
    <message>
        <source>affine dependence analysis</source>
        <translation>仿射依赖分析</translation>
    </message>
    <message>
        <source>value flow analysis</source>
        <translation>值流分析</translation>
    </message>
    <message>
        <source>running all iterations at these sizes</source>
        <translation>在这些大小下运行全部迭代</translation>
    </message>
    <message>
        <source>the signatures of the blocks</source>
        <translation>块的签名</translation>
    </message>
    <message>
        <source>a reduction combines every value exactly once</source>
        <translation>归约恰好合并每个值一次</translation>
    </message>
    <message>
        <source>different iterations have different indices</source>
        <translation>不同的迭代有不同的下标</translation>
    </message>
    <message>
        <source>indices stay inside of a buffer</source>
        <translation>下标始终在缓冲区之内</translation>
    </message>
    <message>
        <source>iteration maps</source>
        <translation>迭代映射</translation>
    </message>
    <message>
        <source>sets of integers</source>
        <translation>整数集合</translation>
    </message>
    <message>
        <source>trying all indices</source>
        <translation>尝试所有下标</translation>
    </message>
    <message>
        <source>{0}: assumed</source>
        <translation>{0}：假定成立</translation>
    </message>
    <message>
        <source>{0} was assumed to be legal, and changes results: {1}</source>
        <translation>{0} 被假定为合法，但它改变了结果：{1}</translation>
    </message>
    <message>
        <source>leave out --assume, or the step</source>
        <translation>去掉 --assume，或者去掉这一步</translation>
    </message>
    <message>
        <source>no proof was found; runs on small inputs showed no difference</source>
        <translation>没有找到证明；用小输入运行没有发现差别</translation>
    </message>
    <message>
        <source>proved equal for all inputs and sizes</source>
        <translation>已证明对所有输入和大小都相等</translation>
    </message>
    <message>
        <source>proved equal up to the order of its sums</source>
        <translation>已证明相等，只是求和的次序不同</translation>
    </message>
    <message>
        <source>{0}: not decided</source>
        <translation>{0}：未能判定</translation>
    </message>
    <message>
        <source>{0}: proved by {1}</source>
        <translation>{0}：由{1}证明</translation>
    </message>
    <message>
        <source>{0}: disproved by {1}</source>
        <translation>{0}：由{1}否定</translation>
    </message>
    <message>
        <source>a sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>an optional value</source>
        <translation>可选值</translation>
    </message>
    <message>
        <source>a sparse tensor</source>
        <translation>稀疏张量</translation>
    </message>
    <message>
        <source>of an unknown type</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>{0} is a sequence or an optional value, not a tensor</source>
        <translation>{0} 是序列或可选值，不是张量</translation>
    </message>
    <message>
        <source>{0} is a tensor, not a sequence</source>
        <translation>{0} 是张量，不是序列</translation>
    </message>
    <message>
        <source>there is no axis {0} of {1} dimensions</source>
        <translation>{1} 维中没有轴 {0}</translation>
    </message>
    <message>
        <source>the element type of an operand is not known</source>
        <translation>一个操作数的元素类型未知</translation>
    </message>
    <message>
        <source>the number of dimensions of an operand is not known</source>
        <translation>一个操作数的维数未知</translation>
    </message>
    <message>
        <source>the shape of an operand is not known</source>
        <translation>一个操作数的形状未知</translation>
    </message>
    <message>
        <source>there are no {0} elements along axis {1}</source>
        <translation>沿轴 {1} 没有 {0} 个元素</translation>
    </message>
    <message>
        <source>the size of axis {0} is not known</source>
        <translation>轴 {0} 的大小未知</translation>
    </message>
    <message>
        <source>the indices do not name leading dimensions of the data</source>
        <translation>索引没有指明数据的前几维</translation>
    </message>
    <message>
        <source>the size of a dimension that is indexed is not known</source>
        <translation>被索引的一维大小未知</translation>
    </message>
    <message>
        <source>parts of a tensor along an axis are not compared, only elements</source>
        <translation>只比较元素，不比较张量沿一个轴的各部分</translation>
    </message>
    <message>
        <source>the update does not fit into the cache</source>
        <translation>更新放不进缓存</translation>
    </message>
    <message>
        <source>the shape does not fit the axes</source>
        <translation>形状与轴不符</translation>
    </message>
    <message>
        <source>strides, dilations or pads are not those of {0} axes</source>
        <translation>步长、膨胀或填充不是 {0} 个轴的</translation>
    </message>
    <message>
        <source>there are no kernels of convolutions along {0} axes</source>
        <translation>没有沿 {0} 个轴的卷积内核</translation>
    </message>
    <message>
        <source>the zero point is of type {0}, and the result of {1}</source>
        <translation>零点的类型是 {0}，而结果的类型是 {1}</translation>
    </message>
    <message>
        <source>the size of an axis that is padded is not known</source>
        <translation>被填充的轴大小未知</translation>
    </message>
    <message>
        <source>a scale or zero point of the whole tensor has several elements</source>
        <translation>整个张量的缩放或零点有多个元素</translation>
    </message>
    <message>
        <source>scales of blocks have as many axes as the tensor</source>
        <translation>分块缩放的轴数与张量相同</translation>
    </message>
    <message>
        <source>the scales fit neither an axis nor blocks of the tensor</source>
        <translation>缩放既不符合张量的一个轴，也不符合它的分块</translation>
    </message>
    <message>
        <source>it divides in a type that is no float</source>
        <translation>它用非浮点类型做除法</translation>
    </message>
    <message>
        <source>the type of the result is not given</source>
        <translation>没有给出结果的类型</translation>
    </message>
    <message>
        <source>there is no kernel whose channels come last</source>
        <translation>没有通道在最后的内核</translation>
    </message>
    <message>
        <source>it has no operands</source>
        <translation>它没有操作数</translation>
    </message>
    <message>
        <source>training mode draws random numbers</source>
        <translation>训练模式会抽取随机数</translation>
    </message>
    <message>
        <source>it has {0} activations</source>
        <translation>它有 {0} 个激活函数</translation>
    </message>
    <message>
        <source>a sequence of {0} steps is too long to be unrolled</source>
        <translation>{0} 步的序列太长，不能展开</translation>
    </message>
    <message>
        <source>its operands have other than three dimensions</source>
        <translation>它的操作数不是三维</translation>
    </message>
    <message>
        <source>the weights have another shape than hidden_size and direction say</source>
        <translation>权重的形状与 hidden_size 和 direction 不符</translation>
    </message>
    <message>
        <source>there are no kernels of pools along so many axes</source>
        <translation>没有沿这么多轴的池化内核</translation>
    </message>
    <message>
        <source>it flattens the axes behind the first ones</source>
        <translation>它展平前几个轴之后的轴</translation>
    </message>
    <message>
        <source>its operand has no channels</source>
        <translation>它的操作数没有通道</translation>
    </message>
    <message>
        <source>spatial = 0 is not read</source>
        <translation>不读取 spatial = 0</translation>
    </message>
    <message>
        <source>saved statistics are not computed</source>
        <translation>不计算保存的统计量</translation>
    </message>
    <message>
        <source>its operand has no dimensions of space</source>
        <translation>它的操作数没有空间维</translation>
    </message>
    <message>
        <source>the channels are not divided into equal groups</source>
        <translation>通道不能等分成组</translation>
    </message>
    <message>
        <source>elements of type {0} are not mixed</source>
        <translation>不混合类型为 {0} 的元素</translation>
    </message>
    <message>
        <source>the size of axis {0}, which is resized, is not known</source>
        <translation>被缩放的轴 {0} 大小未知</translation>
    </message>
    <message>
        <source>there are {0} scales for {1} axes</source>
        <translation>{1} 个轴有 {0} 个缩放比例</translation>
    </message>
    <message>
        <source>there are {0} sizes for {1} axes</source>
        <translation>{1} 个轴有 {0} 个大小</translation>
    </message>
    <message>
        <source>an axis that is resized has no elements</source>
        <translation>被缩放的轴没有元素</translation>
    </message>
    <message>
        <source>antialias is for the modes linear and cubic</source>
        <translation>antialias 用于 linear 和 cubic 模式</translation>
    </message>
    <message>
        <source>a scale is not above 0</source>
        <translation>有一个缩放比例不大于 0</translation>
    </message>
    <message>
        <source>the mode tf_half_pixel_for_nn was removed in version 13</source>
        <translation>模式 tf_half_pixel_for_nn 在版本 13 中已删除</translation>
    </message>
    <message>
        <source>neither scales nor sizes are given</source>
        <translation>既没有给出 scales，也没有给出 sizes</translation>
    </message>
    <message>
        <source>tf_crop_and_resize needs the begin and end of every axis</source>
        <translation>tf_crop_and_resize 需要每个轴的起点和终点</translation>
    </message>
    <message>
        <source>before version 7 it takes a tensor of four dimensions</source>
        <translation>版本 7 之前它接受四维张量</translation>
    </message>
    <message>
        <source>a matrix of {0} rows is not eliminated</source>
        <translation>不对 {0} 行的矩阵做消元</translation>
    </message>
    <message>
        <source>the equation has more terms than there are operands</source>
        <translation>等式的项比操作数多</translation>
    </message>
    <message>
        <source>the equation does not fit the operands</source>
        <translation>等式与操作数不符</translation>
    </message>
    <message>
        <source>an equation with ... names no result</source>
        <translation>带 ... 的等式没有写明结果</translation>
    </message>
    <message>
        <source>its operand is no square matrix</source>
        <translation>它的操作数不是方阵</translation>
    </message>
    <message>
        <source>the matrix of {0} by {1} elements is too large</source>
        <translation>{0} 乘 {1} 个元素的矩阵太大</translation>
    </message>
    <message>
        <source>there is no window of {0} elements</source>
        <translation>没有 {0} 个元素的窗</translation>
    </message>
    <message>
        <source>there is no transform of length {0}</source>
        <translation>没有长度为 {0} 的变换</translation>
    </message>
    <message>
        <source>the last dimension is not of one or two parts of a number</source>
        <translation>最后一维不是一个数的一部分或两部分</translation>
    </message>
    <message>
        <source>the length of the signal is not known</source>
        <translation>信号的长度未知</translation>
    </message>
    <message>
        <source>the axis is that of the parts of numbers</source>
        <translation>该轴是数的各部分所在的轴</translation>
    </message>
    <message>
        <source>the signal has the dimensions batch, time and parts of a number</source>
        <translation>信号的各维是批、时间和数的各部分</translation>
    </message>
    <message>
        <source>the frames do not fit the signal</source>
        <translation>各帧与信号不符</translation>
    </message>
    <message>
        <source>the window is not as long as a frame</source>
        <translation>窗与帧的长度不同</translation>
    </message>
    <message>
        <source>its sizes are out of range</source>
        <translation>它的大小超出范围</translation>
    </message>
    <message>
        <source>a frequency is outside of the spectrum</source>
        <translation>有一个频率在频谱之外</translation>
    </message>
    <message>
        <source>its mode max needs a sampling_ratio</source>
        <translation>它的 max 模式需要 sampling_ratio</translation>
    </message>
    <message>
        <source>the weights have no dimensions of space</source>
        <translation>权重没有空间维</translation>
    </message>
    <message>
        <source>kernel_shape is not the shape of the weights</source>
        <translation>kernel_shape 不是权重的形状</translation>
    </message>
    <message>
        <source>output_shape has another number of dimensions than the operand</source>
        <translation>output_shape 的维数与操作数不同</translation>
    </message>
    <message>
        <source>output_padding has another number of dimensions than the operand</source>
        <translation>output_padding 的维数与操作数不同</translation>
    </message>
    <message>
        <source>the padding needs the sizes of space</source>
        <translation>填充需要空间维的大小</translation>
    </message>
    <message>
        <source>the operands and attributes are of different numbers of dimensions</source>
        <translation>操作数与属性的维数不同</translation>
    </message>
    <message>
        <source>the channels are no multiple of the elements of a block</source>
        <translation>通道数不是一块元素数的倍数</translation>
    </message>
    <message>
        <source>a block is larger than the picture</source>
        <translation>有一块比图像大</translation>
    </message>
    <message>
        <source>it is only read for two dimensions of space</source>
        <translation>只读取它的二维空间形式</translation>
    </message>
    <message>
        <source>its operands are not (batch, channels, length)</source>
        <translation>它的操作数不是 (批, 通道, 长度)</translation>
    </message>
    <message>
        <source>there are no kernels of {0}</source>
        <translation>没有 {0} 的内核</translation>
    </message>
    <message>
        <source>it has {0} elements</source>
        <translation>它有 {0} 个元素</translation>
    </message>
    <message>
        <source>there is no element {0} of {1} sizes</source>
        <translation>{1} 个大小中没有第 {0} 个</translation>
    </message>
    <message>
        <source>{0} pads do not fit {1} axes</source>
        <translation>{0} 个填充与 {1} 个轴不符</translation>
    </message>
    <message>
        <source>the shape keeps a size that the operand does not have</source>
        <translation>形状要保留操作数没有的大小</translation>
    </message>
    <message>
        <source>a size of -1 is not determined beside one of 0</source>
        <translation>与 0 并列时，大小 -1 无法确定</translation>
    </message>
    <message>
        <source>the size of the axis that is divided is not known</source>
        <translation>被划分的轴大小未知</translation>
    </message>
    <message>
        <source>it takes a tensor of two dimensions</source>
        <translation>它接受二维张量</translation>
    </message>
    <message>
        <source>the step is 0</source>
        <translation>步长为 0</translation>
    </message>
    <message>
        <source>the channels are not divided by the block</source>
        <translation>块不能整除通道数</translation>
    </message>
    <message>
        <source>height and width are not divided by the block</source>
        <translation>块不能整除高和宽</translation>
    </message>
    <message>
        <source>the size of the axis is not known</source>
        <translation>该轴的大小未知</translation>
    </message>
    <message>
        <source>sequences have {0} and {1} elements</source>
        <translation>各序列有 {0} 个和 {1} 个元素</translation>
    </message>
    <message>
        <source>it has {0} iterations, more than {1}</source>
        <translation>它有 {0} 次迭代，多于 {1} 次</translation>
    </message>
    <message>
        <source>its condition after iteration {0} depends on the model's data</source>
        <translation>第 {0} 次迭代后，它的条件依赖模型的数据</translation>
    </message>
    <message>
        <source>it has more than {0} iterations</source>
        <translation>它的迭代多于 {0} 次</translation>
    </message>
    <message>
        <source>the shape of a result of a loop without iterations is not known</source>
        <translation>没有迭代的循环，其结果的形状未知</translation>
    </message>
    <message>
        <source>its condition is not known, and a side gives a sequence or an optional value</source>
        <translation>它的条件未知，而且有一侧给出序列或可选值</translation>
    </message>
    <message>
        <source>its condition is not known, and its sides give tensors of different shapes or types</source>
        <translation>它的条件未知，而且两侧给出形状或类型不同的张量</translation>
    </message>
    <message>
        <source>the body gives fewer values than there are states</source>
        <translation>循环体给出的值比状态少</translation>
    </message>
    <message>
        <source>the length of the sequence is not known</source>
        <translation>序列的长度未知</translation>
    </message>
    <message>
        <source>there is nothing to scan</source>
        <translation>没有可以扫描的内容</translation>
    </message>
    <message>
        <source>sequences of different lengths are not scanned</source>
        <translation>不扫描长度不同的序列</translation>
    </message>
    <message>
        <source>the number of batches is not known</source>
        <translation>批数未知</translation>
    </message>
    <message>
        <source>it has fewer operands than sequences</source>
        <translation>它的操作数比序列少</translation>
    </message>
    <message>
        <source>the depth of the heads is not known</source>
        <translation>头的深度未知</translation>
    </message>
    <message>
        <source>rotary_embedding_dim is not even, or beyond the depth</source>
        <translation>rotary_embedding_dim 不是偶数，或者超过深度</translation>
    </message>
    <message>
        <source>the caches are not half as wide as what is rotated</source>
        <translation>缓存的宽度不是旋转部分的一半</translation>
    </message>
    <message>
        <source>ceil_mode needs the sizes of space</source>
        <translation>ceil_mode 需要空间维的大小</translation>
    </message>
    <message>
        <source>a window reads nothing but padding</source>
        <translation>有一个窗口只读到填充</translation>
    </message>
    <message>
        <source>p is not positive</source>
        <translation>p 不是正数</translation>
    </message>
    <message>
        <source>output_shape is smaller than what is unpooled</source>
        <translation>output_shape 小于反池化的内容</translation>
    </message>
    <message>
        <source>words that are texts are not read</source>
        <translation>不读取文本形式的词</translation>
    </message>
    <message>
        <source>the pool is not divided into sequences</source>
        <translation>pool 没有划分成序列</translation>
    </message>
    <message>
        <source>there are more sequences than places of their counts</source>
        <translation>序列比计数的位置多</translation>
    </message>
    <message>
        <source>a place of a count is negative</source>
        <translation>有一个计数的位置为负</translation>
    </message>
    <message>
        <source>weights of sequences in another order than that of their counts are not read</source>
        <translation>不读取顺序与计数不同的序列权重</translation>
    </message>
    <message>
        <source>the hidden size is not divided by the heads</source>
        <translation>头数不能整除隐藏层大小</translation>
    </message>
    <message>
        <source>a mask of this shape is not read</source>
        <translation>不读取这种形状的掩码</translation>
    </message>
    <message>
        <source>the angles are more than half of a head</source>
        <translation>角度多于头的一半</translation>
    </message>
    <message>
        <source>positions that turn heads, and results that share their operands' memory, are not read</source>
        <translation>不读取旋转头的位置，也不读取与操作数共用内存的结果</translation>
    </message>
    <message>
        <source>the projections do not fit the weights</source>
        <translation>投影与权重不符</translation>
    </message>
    <message>
        <source>a buffer for keys and values of several calls is not read</source>
        <translation>不读取供多次调用使用的键值缓冲区</translation>
    </message>
    <message>
        <source>buffers of several calls, and scores as a result, are not read</source>
        <translation>不读取供多次调用使用的缓冲区，也不读取作为结果的分数</translation>
    </message>
    <message>
        <source>it adds a bias to keys that have heads already</source>
        <translation>它给已经分头的键加偏置</translation>
    </message>
    <message>
        <source>sequences of several lengths in one, and scales, are not read</source>
        <translation>不读取合在一起的不同长度序列，也不读取缩放</translation>
    </message>
    <message>
        <source>the sequence is longer than what was and what is passed</source>
        <translation>序列比过去与当前传入的总和更长</translation>
    </message>
    <message>
        <source>quantised caches, norms of heads and padded chunks are not read</source>
        <translation>不读取量化的缓存、头的归一化和填充的分块</translation>
    </message>
    <message>
        <source>scores as a result are not read</source>
        <translation>不读取作为结果的分数</translation>
    </message>
    <message>
        <source>a cache that forgets is not read</source>
        <translation>不读取会遗忘的缓存</translation>
    </message>
    <message>
        <source>the heads are not divided into groups</source>
        <translation>头不能划分成组</translation>
    </message>
    <message>
        <source>it takes as many keys as queries</source>
        <translation>它接受与查询一样多的键</translation>
    </message>
    <message>
        <source>rows that see later ones are not read</source>
        <translation>不读取能看到后面行的行</translation>
    </message>
    <message>
        <source>the bias has other columns than the cache</source>
        <translation>偏置的列数与缓存不同</translation>
    </message>
    <message>
        <source>{0} and {1} do not have as many bits</source>
        <translation>{0} 与 {1} 的位数不同</translation>
    </message>
    <message>
        <source>the bits of {0} are not kept as they are</source>
        <translation>{0} 的位没有原样保存</translation>
    </message>
    <message>
        <source>bytes other than 0 and 1 are no values of bool</source>
        <translation>0 和 1 以外的字节不是 bool 的值</translation>
    </message>
    <message>
        <source>pictures of {0} dimensions are not sampled</source>
        <translation>不对 {0} 维图像采样</translation>
    </message>
    <message>
        <source>elements that are not floats are not sampled</source>
        <translation>不对非浮点元素采样</translation>
    </message>
    <message>
        <source>cubic sampling is of pictures of two dimensions</source>
        <translation>三次采样用于二维图像</translation>
    </message>
    <message>
        <source>the size is of a batch of pictures of two or three dimensions</source>
        <translation>大小应是一批二维或三维图像的</translation>
    </message>
    <message>
        <source>it has {0} dimensions of space</source>
        <translation>它有 {0} 个空间维</translation>
    </message>
    <message>
        <source>the number of heads of a packed operand is not given</source>
        <translation>没有给出打包操作数的头数</translation>
    </message>
    <message>
        <source>a packed operand has other than three dimensions</source>
        <translation>打包的操作数不是三维</translation>
    </message>
    <message>
        <source>the heads of queries are no multiple of those of keys</source>
        <translation>查询的头数不是键的头数的倍数</translation>
    </message>
    <message>
        <source>the attributes have another number of dimensions than the operand</source>
        <translation>属性的维数与操作数不同</translation>
    </message>
    <message>
        <source>auto_pad needs the sizes of space</source>
        <translation>auto_pad 需要空间维的大小</translation>
    </message>
    <message>
        <source>a window has no elements, no stride, or negative padding</source>
        <translation>窗口没有元素、没有步长，或者填充为负</translation>
    </message>
    <message>
        <source>a sequence of {0} steps is not unrolled</source>
        <translation>不展开 {0} 步的序列</translation>
    </message>
    <message>
        <source>decay or beta is not what update_rule takes</source>
        <translation>decay 或 beta 与 update_rule 不符</translation>
    </message>
    <message>
        <source>there is no place {0} in a sequence of {1}</source>
        <translation>{1} 个元素的序列中没有位置 {0}</translation>
    </message>
    <message>
        <source>parts of {0} elements do not make up an axis</source>
        <translation>每份 {0} 个元素不能拼成一个轴</translation>
    </message>
    <message>
        <source>the parts have {0} elements of {1}</source>
        <translation>各部分共有 {0} 个元素，应为 {1} 个</translation>
    </message>
    <message>
        <source>the sequence is empty</source>
        <translation>序列为空</translation>
    </message>
    <message>
        <source>its sequences have different lengths</source>
        <translation>它的各序列长度不同</translation>
    </message>
    <message>
        <source>the optional value is empty</source>
        <translation>可选值为空</translation>
    </message>
    <message>
        <source>mean and deviation are results of training</source>
        <translation>均值和偏差是训练的结果</translation>
    </message>
    <message>
        <source>the axes of the batch are not moved</source>
        <translation>不移动批所在的轴</translation>
    </message>
    <message>
        <source>it normalises along more than the last axis</source>
        <translation>它不只沿最后一个轴归一化</translation>
    </message>
    <message>
        <source>tables of floats are not read</source>
        <translation>不读取浮点表</translation>
    </message>
    <message>
        <source>blocks along the axis that is gathered are not read</source>
        <translation>不读取沿被收集的轴的分块</translation>
    </message>
    <message>
        <source>the weights are in the order of a device</source>
        <translation>权重按某种设备的顺序存放</translation>
    </message>
    <message>
        <source>groups of columns in another order are not read</source>
        <translation>不读取其他顺序的列分组</translation>
    </message>
    <message>
        <source>the sizes of the weights are no blocks</source>
        <translation>权重的大小不能分块</translation>
    </message>
    <message>
        <source>weights, scales or zero points do not fit the blocks</source>
        <translation>权重、缩放或零点与分块不符</translation>
    </message>
    <message>
        <source>there is a cache of only one of keys and values</source>
        <translation>键和值中只有一个有缓存</translation>
    </message>
    <message>
        <source>the mask has more keys than there are</source>
        <translation>掩码的键比实际的多</translation>
    </message>
    <message>
        <source>the scale is negative</source>
        <translation>缩放为负</translation>
    </message>
    <message>
        <source>the number of heads is not known</source>
        <translation>头数未知</translation>
    </message>
    <message>
        <source>give its value: lw import MODEL.onnx {0}</source>
        <translation>请给出它的值：lw import MODEL.onnx {0}</translation>
    </message>
    <message>
        <source>a search over words is a program around a model</source>
        <translation>对词的搜索是模型之外的程序</translation>
    </message>
    <message>
        <source>there is no quantised form of this layer; export it with floats</source>
        <translation>这一层没有量化形式；请用浮点数导出</translation>
    </message>
    <message>
        <source>it holds a graph that is compiled for a device</source>
        <translation>它包含为某种设备编译的图</translation>
    </message>
    <message>
        <source>there is no kernel of inverse matrices</source>
        <translation>没有求逆矩阵的内核</translation>
    </message>
    <message>
        <source>there are no kernels of its types of 4 bits</source>
        <translation>没有它的 4 位类型的内核</translation>
    </message>
    <message>
        <source>there is no kernel of experts that the data chooses</source>
        <translation>没有由数据选择专家的内核</translation>
    </message>
    <message>
        <source>sequences that are packed into one, or into pages, are not told apart</source>
        <translation>不区分合并成一个或分页存放的序列</translation>
    </message>
    <message>
        <source>texts are no tensors of numbers</source>
        <translation>文本不是数的张量</translation>
    </message>
    <message>
        <source>its values are random</source>
        <translation>它的值是随机的</translation>
    </message>
    <message>
        <source>formats of pictures are read before a model runs</source>
        <translation>图像格式在模型运行之前读取</translation>
    </message>
    <message>
        <source>steps of training are not read</source>
        <translation>不读取训练的步骤</translation>
    </message>
    <message>
        <source>trees, tables of classes and features of texts are no tensor programs</source>
        <translation>树、类别表和文本特征不是张量程序</translation>
    </message>
    <message>
        <source>cannot open {0}: {1}</source>
        <translation>无法打开 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} has {1} MB; a model has less than 2048, and keeps larger tensors in files beside it</source>
        <translation>{0} 有 {1} MB；模型应小于 2048 MB，更大的张量保存在旁边的文件中</translation>
    </message>
    <message>
        <source>the bytes are no ONNX model: a field ends after the message around it</source>
        <translation>这些字节不是 ONNX 模型：有一个字段超出了它所在的消息</translation>
    </message>
    <message>
        <source>reading {0} was stopped</source>
        <translation>已停止读取 {0}</translation>
    </message>
    <message>
        <source>the bytes are no ONNX model: there is no graph</source>
        <translation>这些字节不是 ONNX 模型：没有图</translation>
    </message>
    <message>
        <source>graphs are nested more than {0} deep</source>
        <translation>图的嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>{0} has elements of type {1}, which no kernel computes</source>
        <translation>{0} 的元素类型是 {1}，没有内核计算它</translation>
    </message>
    <message>
        <source>the tensor {0} of shape {1} holds {2} elements, not {3}</source>
        <translation>形状为 {1} 的张量 {0} 有 {2} 个元素，而不是 {3} 个</translation>
    </message>
    <message>
        <source>the tensor {0} has the impossible shape {1}</source>
        <translation>张量 {0} 的形状 {1} 不可能存在</translation>
    </message>
    <message>
        <source>the tensor {0} lies in {1}, outside of the model's folder</source>
        <translation>张量 {0} 位于 {1}，在模型的文件夹之外</translation>
    </message>
    <message>
        <source>the tensor {0} lies at bytes {1} to {2} of {3}, which has {4}</source>
        <translation>张量 {0} 位于 {3} 的字节 {1} 到 {2}，而该文件有 {4} 字节</translation>
    </message>
    <message>
        <source>{0} reads {1}, which nothing before it computes</source>
        <translation>{0} 读取 {1}，但之前没有任何节点计算它</translation>
    </message>
    <message>
        <source>{0} computes {1}, which there is already</source>
        <translation>{0} 计算 {1}，但它已经存在</translation>
    </message>
    <message>
        <source>the output {0} is computed by no node</source>
        <translation>没有节点计算输出 {0}</translation>
    </message>
    <message>
        <source>the input {0} is {1}, not a tensor</source>
        <translation>输入 {0} 是{1}，不是张量</translation>
    </message>
    <message>
        <source>{0}: there is no operator {1}</source>
        <translation>{0}：没有算子 {1}</translation>
    </message>
    <message>
        <source>{0}: {1} is read from version {2} of the operators on, not of version {3}</source>
        <translation>{0}：{1} 从算子版本 {2} 起读取，不读取版本 {3}</translation>
    </message>
    <message>
        <source>{0}: {1} is not read: {2}</source>
        <translation>{0}：不读取 {1}：{2}</translation>
    </message>
    <message>
        <source>{0} has no operand {1}</source>
        <translation>{0} 没有操作数 {1}</translation>
    </message>
    <message>
        <source>{0} needs the attribute {1}</source>
        <translation>{0} 需要属性 {1}</translation>
    </message>
    <message>
        <source>{0} does not take {2} for {1}</source>
        <translation>{0} 的 {1} 不接受 {2}</translation>
    </message>
    <message>
        <source>{0} needs the value of {1} when the model is read, because it decides a shape</source>
        <translation>读取模型时，{0} 需要 {1} 的值，因为它决定形状</translation>
    </message>
    <message>
        <source>{0} needs the shape of {1}, of which {2} is known</source>
        <translation>{0} 需要 {1} 的形状，目前只知道 {2}</translation>
    </message>
    <message>
        <source>the model leaves open: {0}; numbers for them may help: {1}</source>
        <translation>模型有未定的大小：{0}；给出数字可能有帮助：{1}</translation>
    </message>
    <message>
        <source>lw import --allow-unsupported makes them calls of functions that you register</source>
        <translation>lw import --allow-unsupported 把它们变成对你注册的函数的调用</translation>
    </message>
    <message>
        <source>{0}: the file does not say the type and shape of {1}, which a call from outside needs</source>
        <translation>{0}：文件没有说明 {1} 的类型和形状，而外部调用需要它们</translation>
    </message>
    <message>
        <source>{0}: {1} nodes cannot be read</source>
        <translation>{0}：有 {1} 个节点不能读取</translation>
    </message>
    <message>
        <source>there is no model.onnx in {0} and below it</source>
        <translation>{0} 及其下没有 model.onnx</translation>
    </message>
    <message>
        <source>import takes the path of a model, MODEL.onnx</source>
        <translation>import 接受模型的路径 MODEL.onnx</translation>
    </message>
    <message>
        <source>graphs that change scores are a preview of ONNX</source>
        <translation>改变分数的图是 ONNX 的预览功能</translation>
    </message>
    <message>
        <source>a constant of more than {0} elements is not made</source>
        <translation>不生成多于 {0} 个元素的常量</translation>
    </message>
    <message>
        <source>a list of {0} has no element {1}</source>
        <translation>有 {0} 个元素的列表没有第 {1} 个</translation>
    </message>
    <message>
        <source>it has {0} operands, more than {1}</source>
        <translation>它有 {0} 个操作数，多于 {1} 个</translation>
    </message>
    <message>
        <source>its update of {0} is not l * exp(m - n) + w * exp(x - n), with l for {0}, m for {1}, n for its new value max(m, x), and the same x and function in all updates</source>
        <translation>它对 {0} 的更新不是 l * exp(m - n) + w * exp(x - n)，其中 l 为 {0}，m 为 {1}，n 为其新值 max(m, x)，且所有更新使用相同的 x 和函数</translation>
    </message>
    <message>
        <source>its maximum {0} starts at {1}, and differences from that are not known to be numbers; start it at T.min_value</source>
        <translation>它的最大值 {0} 从 {1} 开始，与它的差不一定是数；应从 T.min_value 开始</translation>
    </message>
    <message>
        <source>block {0} is not a maximum that can take in a sum: {1}</source>
        <translation>块 {0} 不是可以并入求和的最大值：{1}</translation>
    </message>
    <message>
        <source>block {0} does not sum exponentials of differences from the maximum of block {1}: {2}</source>
        <translation>块 {0} 不是对与块 {1} 的最大值之差的指数求和：{2}</translation>
    </message>
    <message>
        <source>blocks {0} and {1} do not go over the same values: {2}</source>
        <translation>块 {0} 和 {1} 遍历的不是相同的值：{2}</translation>
    </message>
    <message>
        <source>loop {0} contains both blocks, and it could not be proved that {1} and {2} compute the same elements in each of its iterations</source>
        <translation>循环 {0} 包含这两个块，无法证明 {1} 和 {2} 在它的每次迭代中计算相同的元素</translation>
    </message>
    <message>
        <source>its update is not a maximum of floats</source>
        <translation>它的更新不是浮点数的最大值</translation>
    </message>
    <message>
        <source>its update is not a sum</source>
        <translation>它的更新不是求和</translation>
    </message>
    <message>
        <source>what it adds is not exp(x - {0}), alone or times a weight</source>
        <translation>它所加的不是 exp(x - {0})，也不是它与权重的乘积</translation>
    </message>
    <message>
        <source>inline the block that computes the exponentials first</source>
        <translation>先内联计算指数的块</translation>
    </message>
    <message>
        <source>it starts at {0}, not at 0</source>
        <translation>它从 {0} 开始，而不是从 0 开始</translation>
    </message>
    <message>
        <source>the sums of the pass use another exponential function</source>
        <translation>这一遍的和使用另一个指数函数</translation>
    </message>
    <message>
        <source>it also uses {0} in another place</source>
        <translation>它还在别处使用 {0}</translation>
    </message>
    <message>
        <source>both results may be the same memory</source>
        <translation>两个结果可能是同一块内存</translation>
    </message>
    <message>
        <source>iteration variable {0} of {1} has no counterpart of the same range</source>
        <translation>{1} 的迭代变量 {0} 没有范围相同的对应变量</translation>
    </message>
    <message>
        <source>their reductions have different axes</source>
        <translation>它们的归约轴不同</translation>
    </message>
    <message>
        <source>the sum reads another maximum than that of its own values</source>
        <translation>该和读取的不是自己那些值的最大值</translation>
    </message>
    <message>
        <source>their results have different indices</source>
        <translation>它们的结果索引不同</translation>
    </message>
    <message>
        <source>the maximum is of {0}, and the exponents use {1}</source>
        <translation>最大值取自 {0}，而指数使用 {1}</translation>
    </message>
    <message>
        <source>fuse the blocks before their loops are shared</source>
        <translation>在它们共用循环之前合并这两个块</translation>
    </message>
    <message>
        <source>move that before the maximum or after the sum first</source>
        <translation>先把它移到最大值之前或求和之后</translation>
    </message>
    <message>
        <source>lets the sum</source>
        <translation>使求和</translation>
    </message>
    <message>
        <source>run after the maximum</source>
        <translation>在最大值之后运行</translation>
    </message>
    <message>
        <source>Find a maximum and sum exponentials of differences from it in one pass.</source>
        <translation>在一遍中求最大值，并对与它之差的指数求和。</translation>
    </message>
    <message>
        <source>the block that finds the maximum, or a pass that has sums already</source>
        <translation>求最大值的块，或已包含求和的一遍</translation>
    </message>
    <message>
        <source>the block that sums exponentials, which the pass takes in</source>
        <translation>要并入这一遍的、对指数求和的块</translation>
    </message>
    <message>
        <source>as it is written, the results differ from exact ones by {0} of the largest one ({1} are tolerated): block {2} sums {3} terms in {4}</source>
        <translation>按程序原样，结果与精确值之差为最大结果的 {0}（容许 {1}）：块 {2} 以 {4} 对 {3} 项求和</translation>
    </message>
    <message>
        <source>sum in float32: {0}</source>
        <translation>以 float32 求和：{0}</translation>
    </message>
    <message>
        <source>sum in float32: {0}; the error is {1} times smaller</source>
        <translation>以 float32 求和：{0}；误差缩小为原来的 {1} 分之一</translation>
    </message>
    <message>
        <source>Find a maximum and sums of exponentials of long rows in one pass.</source>
        <translation>在一遍中求长行的最大值和指数之和。</translation>
    </message>
    <message>
        <source>no sum of exponentials of differences from it comes after it</source>
        <translation>其后没有对与它之差的指数求和的块</translation>
    </message>
    <message>
        <source>sum in float32: {0}; the results are then exact</source>
        <translation>以 float32 求和：{0}；结果随之精确</translation>
    </message>
    <message>
        <source>Compute the two exponentials of an online softmax by one.</source>
        <translation>用一次指数计算得到在线 softmax 的两个指数。</translation>
    </message>
    <message>
        <source>its rows fit in a cache</source>
        <translation>它的行能放入缓存</translation>
    </message>
    <message>
        <source>block {0} does not sum products: {1}</source>
        <translation>块 {0} 不是对乘积求和：{1}</translation>
    </message>
    <message>
        <source>block {0} starts with {1}, which would be multiplied as well</source>
        <translation>块 {0} 从 {1} 开始，它也会被相乘</translation>
    </message>
    <message>
        <source>what block {0} adds, {1}, has no constant factor and another one</source>
        <translation>块 {0} 所加的 {1} 没有常数因子与另一个因子</translation>
    </message>
    <message>
        <source>its update is not a sum of floats</source>
        <translation>它的更新不是浮点数求和</translation>
    </message>
    <message>
        <source>start at 0, and add that in a block after it</source>
        <translation>从 0 开始，并在其后的块中加上它</translation>
    </message>
    <message>
        <source>Multiply a sum by a constant once, instead of each of its terms.</source>
        <translation>把和乘以常数一次，而不是让每一项都乘。</translation>
    </message>
    <message>
        <source>also factors that no axis of the sum moves, such as the scale of a row</source>
        <translation>也移出求和的轴都不改变的因子，例如一行的比例</translation>
    </message>
    <message>
        <source>Invariant too</source>
        <translation>也移出不变的因子</translation>
    </message>
    <message>
        <source>what block {0} adds, {1}, has no factor that stays the same for an element, and another one</source>
        <translation>块 {0} 所加的 {1} 没有对一个元素保持不变的因子与另一个因子</translation>
    </message>
    <message>
        <source>a factor of block {0} changes before its sums are multiplied: {1}</source>
        <translation>块 {0} 的一个因子在它的和相乘之前改变：{1}</translation>
    </message>
    <message>
        <source>read a copy of it, which cache_read makes</source>
        <translation>读取由 cache_read 制作的副本</translation>
    </message>
    <message>
        <source>the sum whose terms have a constant factor</source>
        <translation>各项带有常数因子的求和</translation>
    </message>
    <message>
        <source>it is no product of two tensors</source>
        <translation>它不是两个张量的乘积</translation>
    </message>
    <message>
        <source>its sums are in half precision, whose range is small</source>
        <translation>它以半精度求和，而半精度的范围很小</translation>
    </message>
    <message>
        <source>its terms have no power of two as a factor</source>
        <translation>它的各项没有 2 的幂作为因子</translation>
    </message>
    <message>
        <source>its result is not read in this function</source>
        <translation>它的结果在此函数中没有被读取</translation>
    </message>
    <message>
        <source>Multiply sums by powers of two once, where they are read.</source>
        <translation>在读取和的地方把它乘以 2 的幂，只乘一次。</translation>
    </message>
    <message>
        <source>the shape of {0} is not affine in the sizes</source>
        <translation>{0} 的形状不是尺寸的仿射函数</translation>
    </message>
    <message>
        <source>the strides of {0} may give two of its elements one place in memory</source>
        <translation>{0} 的步幅可能使它的两个元素占用同一个内存位置</translation>
    </message>
    <message>
        <source>{0} passes values from one kernel to another, and its scope is {1}</source>
        <translation>{0} 在内核之间传递值，而它的作用域是 {1}</translation>
    </message>
    <message>
        <source>an access of {0} in block {1} may be outside of its bounds</source>
        <translation>块 {1} 中对 {0} 的访问可能越界</translation>
    </message>
    <message>
        <source>two loops around block {0} are bound to {1}, and its result depends on the outer one</source>
        <translation>块 {0} 外有两个循环绑定到 {1}，而其结果取决于外层循环</translation>
    </message>
    <message>
        <source>{0} has a copy for each iteration of {1}, and values pass between them</source>
        <translation>{0} 在 {1} 的每次迭代中各有一份副本，而值在副本之间传递</translation>
    </message>
    <message>
        <source>iterations of loop {0}, which run in any order, access the same elements of {1}</source>
        <translation>循环 {0} 的迭代以任意顺序运行，却访问 {1} 的相同元素</translation>
    </message>
    <message>
        <source>make the loop serial, or give each iteration elements of its own</source>
        <translation>请将循环改为串行，或让每次迭代使用各自的元素</translation>
    </message>
    <message>
        <source>the bounds of loop {0} are not affine in loops and sizes</source>
        <translation>循环 {0} 的边界不是循环和尺寸的仿射函数</translation>
    </message>
    <message>
        <source>the element of {0} that is written is not affine in loops and sizes</source>
        <translation>被写入的 {0} 的元素不是循环和尺寸的仿射函数</translation>
    </message>
    <message>
        <source>a value of {0} was not matched with one of {1}</source>
        <translation>{0} 的一个值未能与 {1} 的值对应</translation>
    </message>
    <message>
        <source>prove the steps between the two programs one by one</source>
        <translation>请逐步证明两个程序之间的各个步骤</translation>
    </message>
    <message>
        <source>{0} and {1} have other types or shapes</source>
        <translation>{0} 与 {1} 的类型或形状不同</translation>
    </message>
    <message>
        <source>parameters are compared in their order</source>
        <translation>参数按顺序比较</translation>
    </message>
    <message>
        <source>the limit of {0} operations was reached</source>
        <translation>达到了 {0} 次操作的上限</translation>
    </message>
    <message>
        <source>the limit of {0} seconds was reached</source>
        <translation>达到了 {0} 秒的上限</translation>
    </message>
    <message>
        <source>the variable {0} is defined twice</source>
        <translation>变量 {0} 被定义了两次</translation>
    </message>
    <message>
        <source>choose a larger limit, or smaller steps</source>
        <translation>请选择更大的上限，或更小的步骤</translation>
    </message>
    <message>
        <source>a relation of the programs cannot be expressed</source>
        <translation>程序的一个关系无法表示</translation>
    </message>
    <message>
        <source>the number of iterations of a while loop depends on data</source>
        <translation>while 循环的迭代次数取决于数据</translation>
    </message>
    <message>
        <source>only loops with bounds that are affine in the sizes can be proved</source>
        <translation>只能证明边界是尺寸的仿射函数的循环</translation>
    </message>
    <message>
        <source>{0} is allocated as flat memory</source>
        <translation>{0} 被分配为一维内存</translation>
    </message>
    <message>
        <source>the function contains an assertion</source>
        <translation>函数包含断言</translation>
    </message>
    <message>
        <source>whether block {0} runs depends on data</source>
        <translation>块 {0} 是否运行取决于数据</translation>
    </message>
    <message>
        <source>a binding of block {0} reads memory</source>
        <translation>块 {0} 的一个绑定读取内存</translation>
    </message>
    <message>
        <source>several statements depend on a condition that reads memory</source>
        <translation>多条语句取决于一个读取内存的条件</translation>
    </message>
    <message>
        <source>{0} is written by a vector</source>
        <translation>{0} 由向量写入</translation>
    </message>
    <message>
        <source>{0} is a view that is not a part of its source</source>
        <translation>{0} 是一个视图，但不是其来源的一部分</translation>
    </message>
    <message>
        <source>block {0} computes with vectors</source>
        <translation>块 {0} 用向量计算</translation>
    </message>
    <message>
        <source>what {0} computes is not known</source>
        <translation>{0} 计算的内容未知</translation>
    </message>
    <message>
        <source>what {0} does is not known</source>
        <translation>{0} 的作用未知</translation>
    </message>
    <message>
        <source>{0} is another view of flat memory</source>
        <translation>{0} 是一维内存的另一个视图</translation>
    </message>
    <message>
        <source>the meaning of the attribute {0} is not known</source>
        <translation>属性 {0} 的含义未知</translation>
    </message>
    <message>
        <source>{0} has its memory in common with another buffer</source>
        <translation>{0} 与另一个缓冲区共享内存</translation>
    </message>
    <message>
        <source>the elements of {0} are vectors</source>
        <translation>{0} 的元素是向量</translation>
    </message>
    <message>
        <source>{0} is of one file and its schedules, and two are named</source>
        <translation>{0} 针对一个文件及其调度，而这里给出了两个文件</translation>
    </message>
    <message>
        <source>{0} has no schedule whose states could be compared</source>
        <translation>{0} 没有可以比较其状态的调度</translation>
    </message>
    <message>
        <source>there is no state '{0}'</source>
        <translation>没有状态 '{0}'</translation>
    </message>
    <message>
        <source>--state names one or two states, not {0}</source>
        <translation>--state 指定一个或两个状态，而不是 {0} 个</translation>
    </message>
    <message>
        <source>leave out {0}, or {1}</source>
        <translation>去掉 {0}，或者去掉 {1}</translation>
    </message>
    <message>
        <source>name a second program, or give steps: --script, --trace or --do</source>
        <translation>请指定第二个程序，或给出步骤：--script、--trace 或 --do</translation>
    </message>
    <message>
        <source>both states have to be of one schedule</source>
        <translation>两个状态必须属于同一个调度</translation>
    </message>
    <message>
        <source>a certificate is of two programs, and {0} pairs are compared</source>
        <translation>证书针对两个程序，而这里比较 {0} 对</translation>
    </message>
    <message>
        <source>the certificate does not prove that {0} and {1} are equal: {2}</source>
        <translation>证书不能证明 {0} 与 {1} 相等：{2}</translation>
    </message>
    <message>
        <source>{0} cannot be read as a certificate: {1}</source>
        <translation>{0} 不能作为证书读取：{1}</translation>
    </message>
    <message>
        <source>check-proof takes two programs and a certificate, not {0} files</source>
        <translation>check-proof 需要两个程序和一个证书，而不是 {0} 个文件</translation>
    </message>
    <message>
        <source>the functions are not the same</source>
        <translation>两个函数不相同</translation>
    </message>
    <message>
        <source>the functions call other functions, of which only the names are known</source>
        <translation>两个函数调用的、只知道名称的函数不同</translation>
    </message>
    <message>
        <source>the certificate is of other programs</source>
        <translation>该证书属于其他程序</translation>
    </message>
    <message>
        <source>the certificate has another condition on sizes</source>
        <translation>该证书对尺寸的条件不同</translation>
    </message>
    <message>
        <source>the certificate does not name the sum of {0} and {1}, whose order differs</source>
        <translation>证书没有列出 {0} 与 {1} 的求和，而其顺序不同</translation>
    </message>
    <message>
        <source>a relation of the certificate cannot be read</source>
        <translation>证书中的一个关系无法读取</translation>
    </message>
    <message>
        <source>the claims do not cover {0}</source>
        <translation>证书的断言没有覆盖 {0}</translation>
    </message>
    <message>
        <source>the claim of {0} and {1} does not follow</source>
        <translation>关于 {0} 与 {1} 的断言不成立</translation>
    </message>
    <message>
        <source>{0} is missing or of another type</source>
        <translation>{0} 缺失或类型不符</translation>
    </message>
    <message>
        <source>it is no certificate of a proof</source>
        <translation>它不是证明的证书</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>它属于另一个版本</translation>
    </message>
    <message>
        <source>no proof was found that {0} and {1} are equal: {2}</source>
        <translation>没有找到 {0} 与 {1} 相等的证明：{2}</translation>
    </message>
    <message>
        <source>neither function writes to an array that it is given</source>
        <translation>两个函数都不写入所给的数组</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>stores</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>the number of instructions</source>
        <translation>指令数</translation>
    </message>
    <message>
        <source>sums that wait for their previous value</source>
        <translation>等待前一个值的累加</translation>
    </message>
    <message>
        <source>starting threads</source>
        <translation>启动线程</translation>
    </message>
    <message>
        <source>bytes from the second cache</source>
        <translation>来自二级缓存的字节</translation>
    </message>
    <message>
        <source>bytes from memory</source>
        <translation>来自内存的字节</translation>
    </message>
    <message>
        <source>the copy of {0}</source>
        <translation>{0} 的副本</translation>
    </message>
    <message>
        <source>{0} billion</source>
        <translation>{0}×10⁹</translation>
    </message>
    <message>
        <source>{0} million</source>
        <translation>{0}×10⁶</translation>
    </message>
    <message>
        <source>{0} goes through {1} of {2} cache lines</source>
        <translation>{0}经过 {2} 个缓存行中的 {1} 个</translation>
    </message>
    <message>
        <source>{0} costs {1} of {2} cycles: {3}</source>
        <translation>{0}占 {2} 个周期中的 {1} 个：{3}</translation>
    </message>
    <message>
        <source>bound by memory here</source>
        <translation>在此处受内存限制</translation>
    </message>
    <message>
        <source>bound by the cache L{0} here</source>
        <translation>在此处受 L{0} 缓存限制</translation>
    </message>
    <message>
        <source>bound by arithmetic here: it is near this machine's peak</source>
        <translation>在此处受运算限制：已接近本机的峰值</translation>
    </message>
    <message>
        <source>the model has {0} cores, and this ran on one thread</source>
        <translation>模型有 {0} 个核，而这里在一个线程上运行</translation>
    </message>
    <message>
        <source>the model has {0} cores, and this ran on {1} threads</source>
        <translation>模型有 {0} 个核，而这里在 {1} 个线程上运行</translation>
    </message>
    <message>
        <source>starting threads takes much of so short a run</source>
        <translation>在这样短的运行中，启动线程占了很大部分</translation>
    </message>
    <message>
        <source>the compiler and this processor do what the model does not count</source>
        <translation>编译器和本处理器做了模型不计的事情</translation>
    </message>
    <message>
        <source>{0} times fewer cycles, {1} times as fast</source>
        <translation>周期数减少到 1/{0}，速度为 {1} 倍</translation>
    </message>
    <message>
        <source>{0} times fewer cycles, {1} times as fast: {2}</source>
        <translation>周期数减少到 1/{0}，速度为 {1} 倍：{2}</translation>
    </message>
    <message>
        <source>the result of {0} depends on the order of the iterations of loop {1}, which run in any order: {2}[{3}] is {4} or {5}; {6}</source>
        <translation>{0} 的结果取决于循环 {1} 各次迭代的顺序，而这些迭代以任意顺序运行：{2}[{3}] 是 {4} 或 {5}；{6}</translation>
    </message>
    <message>
        <source>for example {0}, and {1}</source>
        <translation>例如{0}，与{1}</translation>
    </message>
    <message>
        <source>{0}, which {1} writes in the first function, {2} in the second</source>
        <translation>{0}，在第一个函数中由{1}写入，在第二个函数中由{2}写入</translation>
    </message>
    <message>
        <source>nothing in the function</source>
        <translation>函数中没有任何语句</translation>
    </message>
    <message>
        <source>{0} was being compared with {1}</source>
        <translation>正在比较 {0} 与 {1}</translation>
    </message>
    <message>
        <source>block {0} of {1} was being read</source>
        <translation>正在读取 {1} 的块 {0}</translation>
    </message>
    <message>
        <source>the element {0}</source>
        <translation>元素 {0}</translation>
    </message>
    <message>
        <source>block {0} at {1}</source>
        <translation>块 {0}（{1}）</translation>
    </message>
    <message>
        <source>the statement that writes {0}</source>
        <translation>写入 {0} 的语句</translation>
    </message>
    <message>
        <source>the statement that writes {0}, at {1}</source>
        <translation>写入 {0} 的语句（{1}）</translation>
    </message>
    <message>
        <source>Let loops leave out iterations that compute masked values only.</source>
        <translation>让循环略去只计算被掩码值的迭代。</translation>
    </message>
    <message>
        <source>the block, or a block around several</source>
        <translation>块，或包含若干块的块</translation>
    </message>
    <message>
        <source>no loop around block {0} has iterations at its start or its end that have no effect</source>
        <translation>块 {0} 外没有任何循环在开头或末尾有不起作用的迭代</translation>
    </message>
    <message>
        <source>timed on 1/{0} of the iterations of its parallel loops, as if all took as long; results were not compared</source>
        <translation>只对其并行循环 1/{0} 的迭代计时，并假定所有迭代耗时相同；未比较结果</translation>
    </message>
    <message>
        <source>no block chooses between a value and a masked one</source>
        <translation>没有任何块在一个值与被掩码的值之间选择</translation>
    </message>
    <message>
        <source>a mask leaves out terms of block {0}, but its reduction starts inside of it, in its first iteration</source>
        <translation>掩码略去块 {0} 的若干项，但其归约在块内、于第一次迭代开始</translation>
    </message>
    <message>
        <source>use decompose_reduction first</source>
        <translation>请先使用 decompose_reduction</translation>
    </message>
    <message>
        <source>a producer warp cannot make the copies of loop {0}: {1}</source>
        <translation>生产者 warp 无法完成循环 {0} 的复制：{1}</translation>
    </message>
    <message>
        <source>there cannot be {0} stages, but 1 to {1}</source>
        <translation>级数不能是 {0}，只能是 1 到 {1}</translation>
    </message>
    <message>
        <source>a thread cannot have {0} registers: setmaxnreg takes multiples of {1} from {2} to {3}</source>
        <translation>一个线程不能有 {0} 个寄存器：setmaxnreg 只接受 {2} 到 {3} 之间 {1} 的倍数</translation>
    </message>
    <message>
        <source>the producer would have {0} registers for each thread and the consumers only {1}</source>
        <translation>生产者的每个线程将有 {0} 个寄存器，而消费者只有 {1} 个</translation>
    </message>
    <message>
        <source>give the consumers at least as many</source>
        <translation>请让消费者至少有同样多的寄存器</translation>
    </message>
    <message>
        <source>rounds of loop {0} share the elements of {1}, or other loops use them, so that it cannot have stages</source>
        <translation>循环 {0} 的各轮共享 {1} 的元素，或其他循环使用它们，因此它不能分级</translation>
    </message>
    <message>
        <source>each stage takes shared memory for a round of copies</source>
        <translation>每一级都占用一轮复制所需的共享内存</translation>
    </message>
    <message>
        <source>give numbers for both roles, for example 40 and 232, or none</source>
        <translation>请为两种角色都给出数目，例如 40 和 232，或都不给</translation>
    </message>
    <message>
        <source>begin a serial loop with copies of rows to shared memory (cache_read, compute_at), in serial loops</source>
        <translation>请在串行循环的开头用串行循环把行复制到共享内存（cache_read、compute_at）</translation>
    </message>
    <message>
        <source>copy in each round what the round reads, and read it in this loop only</source>
        <translation>请在每一轮中复制该轮所读取的内容，并只在此循环中读取它</translation>
    </message>
    <message>
        <source>{0} stages of a producer warp</source>
        <translation>生产者 warp 的 {0} 级</translation>
    </message>
    <message>
        <source>Let a producer warp copy to shared memory what the other warps consume.</source>
        <translation>让一个生产者 warp 把其他 warp 所消费的内容复制到共享内存。</translation>
    </message>
    <message>
        <source>a serial loop that begins with copies from global to shared memory</source>
        <translation>以从全局内存到共享内存的复制开头的串行循环</translation>
    </message>
    <message>
        <source>rounds whose copies are in shared memory at a time</source>
        <translation>其复制同时位于共享内存中的轮数</translation>
    </message>
    <message>
        <source>of a thread of the producer; 0: as they are</source>
        <translation>生产者一个线程的寄存器数；0：保持不变</translation>
    </message>
    <message>
        <source>of a thread of the consumers; 0: as they are</source>
        <translation>消费者一个线程的寄存器数；0：保持不变</translation>
    </message>
    <message>
        <source>loop {0} of the copy is bound, vectorized or parallel, but one thread makes the copy</source>
        <translation>复制的循环 {0} 被绑定、向量化或并行化，但复制由一个线程完成</translation>
    </message>
    <message>
        <source>it is not a nest of loops around one store</source>
        <translation>它不是包围一次存储的循环嵌套</translation>
    </message>
    <message>
        <source>it changes the values that it stores</source>
        <translation>它改变了所存储的值</translation>
    </message>
    <message>
        <source>it copies from {0} to {1}</source>
        <translation>它从 {0} 复制到 {1}</translation>
    </message>
    <message>
        <source>its innermost loop does not follow rows of both buffers</source>
        <translation>其最内层循环没有同时沿着两个缓冲区的行</translation>
    </message>
    <message>
        <source>what it copies depends on values in memory</source>
        <translation>它所复制的内容取决于内存中的值</translation>
    </message>
    <message>
        <source>it copies rows of {0} bytes, and bulk copies are multiples of 16</source>
        <translation>它复制 {0} 字节的行，而批量复制须为 16 的倍数</translation>
    </message>
    <message>
        <source>rows of {0} with index {1} are not known to begin at multiples of 16 bytes</source>
        <translation>不能确定 {0} 中下标为 {1} 的行从 16 字节的倍数处开始</translation>
    </message>
    <message>
        <source>nothing is left for the consumers</source>
        <translation>没有留给消费者的内容</translation>
    </message>
    <message>
        <source>several statements write {0}</source>
        <translation>有多条语句写入 {0}</translation>
    </message>
    <message>
        <source>the consumers write {0}</source>
        <translation>消费者写入 {0}</translation>
    </message>
    <message>
        <source>the kernel writes {0}, which the producer reads without waiting for the other threads</source>
        <translation>内核写入 {0}，而生产者读取它时不等待其他线程</translation>
    </message>
    <message>
        <source>the copies of loop {0} cannot be given to a producer warp: {1}</source>
        <translation>循环 {0} 的复制无法交给生产者 warp：{1}</translation>
    </message>
    <message>
        <source>its annotation is not a list of stages, at most {0}, two numbers of registers, and whether copies are those of tensors</source>
        <translation>其标注不是由级数（最多 {0}）、两个寄存器数以及是否为张量复制组成的列表</translation>
    </message>
    <message>
        <source>{0} is used outside of the loop, or its values are used in later iterations</source>
        <translation>{0} 在循环之外被使用，或其值在以后的迭代中被使用</translation>
    </message>
    <message>
        <source>rows of {0} in shared memory do not begin at multiples of 16 bytes</source>
        <translation>{0} 在共享内存中的行不从 16 字节的倍数处开始</translation>
    </message>
    <message>
        <source>loop {0} around it is bound to virtual threads, or numbers of iterations are not constant</source>
        <translation>其外的循环 {0} 绑定到虚拟线程，或迭代次数不是常数</translation>
    </message>
    <message>
        <source>no loop around it is bound to blockIdx or threadIdx</source>
        <translation>其外没有绑定到 blockIdx 或 threadIdx 的循环</translation>
    </message>
    <message>
        <source>begin a serial loop of the kernel with copies of rows to shared memory (cache_read, compute_at)</source>
        <translation>请在内核的串行循环开头把行复制到共享内存（cache_read、compute_at）</translation>
    </message>
    <message>
        <source>it is inside a condition or a loop that differs from thread to thread</source>
        <translation>它位于因线程而异的条件或循环之内</translation>
    </message>
    <message>
        <source>the kernel has barriers with phases of its own</source>
        <translation>内核已有自己的带阶段的屏障</translation>
    </message>
    <message>
        <source>the number of threads is not constant</source>
        <translation>线程数不是常数</translation>
    </message>
    <message>
        <source>there are {0} consumer threads, which are not whole {1}</source>
        <translation>有 {0} 个消费者线程，它们不是完整的{1}</translation>
    </message>
    <message>
        <source>warp groups of 128 threads</source>
        <translation>128 线程 warp 组</translation>
    </message>
    <message>
        <source>warps of 32 threads</source>
        <translation>32 线程 warp</translation>
    </message>
    <message>
        <source>{0} threads of {1} registers and {2} threads of {3} registers take {4}, and a multiprocessor has {5}</source>
        <translation>{0} 个线程各 {1} 个寄存器、{2} 个线程各 {3} 个寄存器共需 {4} 个，而一个多处理器有 {5} 个</translation>
    </message>
    <message>
        <source>consumers are whole warps; the producer takes one more, or four where registers are handed over</source>
        <translation>消费者是完整的 warp；生产者另占一个，移交寄存器时另占四个</translation>
    </message>
    <message>
        <source>Divide loops into copies of a producer and what consumes them.</source>
        <translation>把循环分为生产者的复制和消费它们的内容。</translation>
    </message>
    <message>
        <source>Give copies to a producer warp and what reads them to the other warps.</source>
        <translation>把复制交给一个生产者 warp，把读取它们的内容交给其他 warp。</translation>
    </message>
    <message>
        <source>a producer warp makes the copies, into so many places, and the others multiply (sm_90); 0: all threads copy</source>
        <translation>由一个生产者 warp 把复制放入这么多个位置，其余的相乘（sm_90）；0：所有线程都复制</translation>
    </message>
    <message>
        <source>of threads of a producer warp group and of the others, [40, 232] for example; None: as they are</source>
        <translation>生产者 warp 组和其余线程的寄存器数，例如 [40, 232]；None：保持不变</translation>
    </message>
    <message>
        <source>the box has {0} dimensions, and descriptors have 1 to {1}</source>
        <translation>盒子有 {0} 维，而描述符有 1 到 {1} 维</translation>
    </message>
    <message>
        <source>the box has {0} elements along one dimension, and descriptors at most {1}</source>
        <translation>盒子在某一维上有 {0} 个元素，而描述符最多 {1} 个</translation>
    </message>
    <message>
        <source>elements of {0} along one dimension are {1} bytes apart, and descriptors take multiples of {2}</source>
        <translation>{0} 的元素在某一维上相距 {1} 字节，而描述符只接受 {2} 的倍数</translation>
    </message>
    <message>
        <source>the innermost loop does not follow rows of {0}</source>
        <translation>最内层循环没有沿着 {0} 的行</translation>
    </message>
    <message>
        <source>rows of the box have {0} bytes, and descriptors take multiples of {1}</source>
        <translation>盒子的行有 {0} 字节，而描述符只接受 {1} 的倍数</translation>
    </message>
    <message>
        <source>the index {0} of {1} is not a sum of loops of the copy, or the size is not constant</source>
        <translation>{1} 的下标 {0} 不是复制的各循环之和，或其大小不是常数</translation>
    </message>
    <message>
        <source>{0} elements of {1} from {2} on are not divided evenly by {3}</source>
        <translation>{1} 从 {2} 开始的 {0} 个元素不能被 {3} 整除</translation>
    </message>
    <message>
        <source>loop {0} is part of two indices</source>
        <translation>循环 {0} 是两个下标的组成部分</translation>
    </message>
    <message>
        <source>the number of iterations of loop {0} is not constant</source>
        <translation>循环 {0} 的迭代次数不是常数</translation>
    </message>
    <message>
        <source>the strides of {0} are not constant</source>
        <translation>{0} 的步幅不是常数</translation>
    </message>
    <message>
        <source>elements of {0} do not follow each other as the loops of the copy do</source>
        <translation>{0} 的元素没有按复制的循环次序相继存放</translation>
    </message>
    <message>
        <source>rows of the box have {0} bytes, but the layout of {1} is swizzled for {2}</source>
        <translation>盒子的行有 {0} 字节，但 {1} 的布局按 {2} 字节交错</translation>
    </message>
    <message>
        <source>the box has {0} bytes, and the next one would begin at no multiple of {1}</source>
        <translation>盒子有 {0} 字节，下一个盒子的起点将不是 {1} 的倍数</translation>
    </message>
    <message>
        <source>whether the host describes the arrays, and boxes are copied at once</source>
        <translation>是否由主机描述数组，并一次复制整个盒子</translation>
    </message>
    <message>
        <source>By copies of tensors (TMA)</source>
        <translation>用张量复制（TMA）</translation>
    </message>
    <message>
        <source>sums go through shared memory, so that threads store vectors of whole rows, or with tensors one instruction a tile (TMA)</source>
        <translation>和经过共享内存，使各线程按整行的向量存储；使用 tensors 时，由一条指令存储一个分块（TMA）</translation>
    </message>
    <message>
        <source>the producer copies tiles as tensors (TMA), not row by row</source>
        <translation>生产者把分块作为张量复制（TMA），而不是逐行复制</translation>
    </message>
    <message>
        <source>a producer warp makes the copies, into so many places, and the others multiply; 0: all threads copy</source>
        <translation>由一个生产者 warp 把复制放入这么多个位置，其余的相乘；0：所有线程都复制</translation>
    </message>
    <message>
        <source>swizzle the rows of {0} by storage_swizzle, or store core matrices</source>
        <translation>请用 storage_swizzle 使 {0} 的行采用交错布局，或以核心矩阵存放</translation>
    </message>
    <message>
        <source>swizzle rows of 128 bytes or less in place of core matrices; both operands are stored along k, so transposed</source>
        <translation>以 128 字节或更短的交错行代替核心矩阵；两个操作数都沿 k 存放，因此须 transposed</translation>
    </message>
    <message>
        <source>a loop inside of it has a producer too</source>
        <translation>其内的循环也有生产者</translation>
    </message>
</context>
<context>
    <name>labels</name>
    <message>
        <source>cycles</source>
        <translation>周期数</translation>
    </message>
    <message>
        <source>cache lines</source>
        <translation>缓存行数</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>bytes past L1</source>
        <translation>越过 L1 的字节数</translation>
    </message>
    <message>
        <source>bytes past L2</source>
        <translation>越过 L2 的字节数</translation>
    </message>
    <message>
        <source>device us</source>
        <translation>设备微秒数</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>扇区数</translation>
    </message>
    <message>
        <source>bank conflicts</source>
        <translation>存储体冲突数</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>内核启动次数</translation>
    </message>
    <message>
        <source>axes in another order</source>
        <translation>轴的另一种顺序</translation>
    </message>
    <message>
        <source>the same elements in another shape</source>
        <translation>同样的元素，另一种形状</translation>
    </message>
    <message>
        <source>a border of one value</source>
        <translation>加一圈同一个值的边</translation>
    </message>
    <message>
        <source>tensors one after the other along an axis</source>
        <translation>沿一个轴把张量依次相接</translation>
    </message>
    <message>
        <source>the slices that indices name</source>
        <translation>按下标取出的切片</translation>
    </message>
    <message>
        <source>1 where the index is, else 0</source>
        <translation>下标处为 1，其余为 0</translation>
    </message>
    <message>
        <source>a + b, with broadcasting</source>
        <translation>a + b，带广播</translation>
    </message>
    <message>
        <source>a - b, with broadcasting</source>
        <translation>a - b，带广播</translation>
    </message>
    <message>
        <source>a * b, with broadcasting</source>
        <translation>a * b，带广播</translation>
    </message>
    <message>
        <source>a / b, with broadcasting</source>
        <translation>a / b，带广播</translation>
    </message>
    <message>
        <source>the greater of two, with broadcasting</source>
        <translation>两者中较大的，带广播</translation>
    </message>
    <message>
        <source>the smaller of two, with broadcasting</source>
        <translation>两者中较小的，带广播</translation>
    </message>
    <message>
        <source>a ** b, with broadcasting</source>
        <translation>a ** b，带广播</translation>
    </message>
    <message>
        <source>e to the power of x</source>
        <translation>e 的 x 次幂</translation>
    </message>
    <message>
        <source>natural logarithm</source>
        <translation>自然对数</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>one over the square root</source>
        <translation>平方根的倒数</translation>
    </message>
    <message>
        <source>hyperbolic tangent</source>
        <translation>双曲正切</translation>
    </message>
    <message>
        <source>the error function</source>
        <translation>误差函数</translation>
    </message>
    <message>
        <source>the next integer below</source>
        <translation>向下取整</translation>
    </message>
    <message>
        <source>the next integer above</source>
        <translation>向上取整</translation>
    </message>
    <message>
        <source>the absolute value</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>the greater of x and 0</source>
        <translation>x 与 0 中较大的</translation>
    </message>
    <message>
        <source>x where it is positive, else alpha * x</source>
        <translation>x 为正时取 x，否则取 alpha * x</translation>
    </message>
    <message>
        <source>x held between two bounds</source>
        <translation>把 x 限制在两个界之间</translation>
    </message>
    <message>
        <source>x as another type</source>
        <translation>把 x 变为另一种类型</translation>
    </message>
    <message>
        <source>one value everywhere</source>
        <translation>处处为同一个值</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>a product for each element of a batch</source>
        <translation>批中每个元素各做一次乘积</translation>
    </message>
    <message>
        <source>one-dimensional convolution, NCW</source>
        <translation>一维卷积，NCW</translation>
    </message>
    <message>
        <source>convolution, NCHW</source>
        <translation>卷积，NCHW</translation>
    </message>
    <message>
        <source>convolution, NHWC with an HWIO kernel</source>
        <translation>卷积，NHWC，卷积核为 HWIO</translation>
    </message>
    <message>
        <source>a kernel for each channel, NCHW</source>
        <translation>每个通道一个卷积核，NCHW</translation>
    </message>
    <message>
        <source>maximum or mean of a window, NCHW</source>
        <translation>窗口内的最大值或平均值，NCHW</translation>
    </message>
    <message>
        <source>sum over axes</source>
        <translation>沿若干轴求和</translation>
    </message>
    <message>
        <source>greatest element over axes</source>
        <translation>沿若干轴的最大元素</translation>
    </message>
    <message>
        <source>smallest element over axes</source>
        <translation>沿若干轴的最小元素</translation>
    </message>
    <message>
        <source>product over axes</source>
        <translation>沿若干轴求积</translation>
    </message>
    <message>
        <source>mean over axes</source>
        <translation>沿若干轴求平均</translation>
    </message>
    <message>
        <source>position of the greatest element</source>
        <translation>最大元素的位置</translation>
    </message>
    <message>
        <source>position of the smallest element</source>
        <translation>最小元素的位置</translation>
    </message>
    <message>
        <source>logarithm of softmax along an axis</source>
        <translation>沿一个轴的 softmax 的对数</translation>
    </message>
    <message>
        <source>mean 0 and variance 1 over the last axis, scaled and shifted</source>
        <translation>在最后一个轴上使均值为 0、方差为 1，再缩放并平移</translation>
    </message>
    <message>
        <source>exp(x) / sum(exp(x)) along an axis</source>
        <translation>沿一个轴的 exp(x) / sum(exp(x))</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝的步骤</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>loop tree</source>
        <translation>循环树</translation>
    </message>
    <message>
        <source>every text</source>
        <translation>每个文本</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>third-level cache</source>
        <translation>三级缓存</translation>
    </message>
    <message>
        <source>second-level cache</source>
        <translation>二级缓存</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>the matrices as</source>
        <translation>矩阵，</translation>
    </message>
    <message>
        <source>they were given</source>
        <translation>按给定的样子</translation>
    </message>
    <message>
        <source>the right factor, packed</source>
        <translation>右因子，打包成</translation>
    </message>
    <message>
        <source>into panels of 32 columns</source>
        <translation>32 列一个的面板</translation>
    </message>
    <message>
        <source>64 rows of the left</source>
        <translation>左因子的 64 行，</translation>
    </message>
    <message>
        <source>factor, copied; a panel</source>
        <translation>已复制；一个面板</translation>
    </message>
    <message>
        <source>8 x 32 sums, and two</source>
        <translation>8 x 32 个和，以及</translation>
    </message>
    <message>
        <source>vectors of the right factor</source>
        <translation>右因子的两个向量</translation>
    </message>
    <message>
        <source>one element for</source>
        <translation>一个元素供</translation>
    </message>
    <message>
        <source>all lanes</source>
        <translation>所有通道使用</translation>
    </message>
    <message>
        <source>two vectors</source>
        <translation>两个向量</translation>
    </message>
    <message>
        <source>added to</source>
        <translation>加到</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>按书写顺序</translation>
    </message>
    <message>
        <source>every sum waits</source>
        <translation>每个和都要</translation>
    </message>
    <message>
        <source>for the one before</source>
        <translation>等待前一个</translation>
    </message>
    <message>
        <source>four sums at a time,</source>
        <translation>一次四个和，</translation>
    </message>
    <message>
        <source>added up at the end</source>
        <translation>最后相加</translation>
    </message>
    <message>
        <source>one instruction adds four</source>
        <translation>一条指令加四个数</translation>
    </message>
    <message>
        <source>the last digits may differ: each</source>
        <translation>末几位可能不同：</translation>
    </message>
    <message>
        <source>rounding is of another sum</source>
        <translation>每次舍入的是另一个和</translation>
    </message>
    <message>
        <source>correct the errors of </source>
        <translation>请先改正其中的错误：</translation>
    </message>
    <message>
        <source>tensor stores</source>
        <translation>张量存储</translation>
    </message>
    <message>
        <source>tensor store order</source>
        <translation>张量存储的次序</translation>
    </message>
    <message>
        <source>producer copies</source>
        <translation>生产者的复制</translation>
    </message>
    <message>
        <source>warp roles</source>
        <translation>warp 的角色</translation>
    </message>
</context>
</TS>
